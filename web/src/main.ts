import { mount } from 'svelte';
import App from './App.svelte';
import { base } from './protocol/http';
import { preferred, speak } from './texts/texts.svelte';
import './tokens.css';
import './ui.css';

await speak(preferred(), false);
mount(App, { target: document.getElementById('app') as HTMLElement });

// The page itself is there without a line to the house; tables never come from a cache.
if (import.meta.env.PROD && 'serviceWorker' in navigator) navigator.serviceWorker.register(new URL('sw.js', base)).catch(() => {});
