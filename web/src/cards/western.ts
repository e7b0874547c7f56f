// All French cards by their codes: '10C', 'QH', 'joker-red', and 'back'.
const files = import.meta.glob<string>('../../art/western/*.svg', { query: '?raw', import: 'default', eager: true });

/** `H-10.svg` is `10H`. */
const code = (path: string) => path.replace(/^.*\//, '').replace(/\.svg$/, '').replace(/^([CDHS])-(\w+)$/, '$2$1');

export default Object.fromEntries(Object.entries(files).map(([path, svg]) => [code(path), svg]));
