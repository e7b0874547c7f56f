import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** The house that answers while the page is developed: `tefuda serve`. */
const house = process.env.TEFUDA_HOUSE ?? 'http://127.0.0.1:8080';

/** The server puts the base path and the title of a page where this mark is; while developing, nobody else does. */
const head: Plugin = {
  name: 'head',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('<!-- head -->', '<base href="/"><title>Tefuda</title>'),
};

/** Compressed once, here, and not with every answer. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  closeBundle() {
    const dist = join(import.meta.dirname, 'dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      const file = join(dist, name);
      if (!statSync(file).isFile() || !/\.(html|js|css|svg|json|webmanifest|txt)$/.test(name)) continue;
      const bytes = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
    }
  },
};

export default defineConfig({
  base: './',
  plugins: [svelte(), head, compressed],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 600 },
  server: {
    proxy: { '/api': { target: house, ws: true, changeOrigin: true, headers: { origin: house } } },
  },
});
