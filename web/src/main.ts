import { mount } from 'svelte';
import App from './App.svelte';
import { preferred, speak } from './texts/texts.svelte';
import './tokens.css';
import './ui.css';

await speak(preferred(), false);
mount(App, { target: document.getElementById('app') as HTMLElement });
