// All hanafuda by their codes: '1-crane', '11-lightning', and 'back'.
const files = import.meta.glob<string>('../../art/hanafuda/*.svg', { query: '?raw', import: 'default', eager: true });

/** `01-pine-plain-1.svg` is `1-plain-1`. */
const code = (path: string) => path.replace(/^.*\//, '').replace(/\.svg$/, '').replace(/^0?(\d+)-[a-z]+-/, '$1-');

export default Object.fromEntries(Object.entries(files).map(([path, svg]) => [code(path), svg]));
