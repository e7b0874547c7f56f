// The licences of everything that is inside of the program: node deploy/notices.mjs > NOTICES.txt
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isLicence = (name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name);

/** The crates that `tefuda` is built from here, without those of its tests and of other platforms. */
function crates() {
  const [, host] = /^host: (.*)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }));
  const text = execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', '--filter-platform', host], { cwd: root, maxBuffer: 1 << 28 });
  const metadata = JSON.parse(text);
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const reached = new Set();
  const waiting = [...packages.values()].filter((one) => one.name === 'tefuda').map((one) => one.id);
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (reached.has(id)) continue;
    reached.add(id);
    const used = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some((kind) => kind.kind !== 'dev'));
    waiting.push(...used.map((dep) => dep.pkg));
  }
  return [...reached]
    .map((id) => packages.get(id))
    .filter((one) => one.source !== null)
    .map((one) => ({ name: one.name, version: one.version, licence: one.license ?? 'see below', folder: dirname(one.manifest_path) }));
}

/** What the page is bundled from: the `dependencies` of its package.json, and theirs. */
function modules() {
  const { packages } = JSON.parse(readFileSync(join(root, 'web/package-lock.json')));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
    .map(([path, { version, license }]) => ({ name: path.split('node_modules/').at(-1), version, licence: license, folder: join(root, 'web', path) }));
}

const parts = [...crates(), ...modules()].sort((one, other) => one.name.localeCompare(other.name));
const texts = new Map();
for (const part of parts) {
  for (const file of readdirSync(part.folder).filter(isLicence)) {
    let text;
    try {
      text = readFileSync(join(part.folder, file), 'utf8').trim();
    } catch {
      continue;
    }
    texts.set(text, [...(texts.get(text) ?? []), `${part.name} ${part.version}`]);
  }
}
console.log('Tefuda is built from these, with thanks:\n');
for (const { name, version, licence } of parts) console.log(`  ${name} ${version}: ${licence}`);
for (const [text, names] of texts) console.log(`\n${'='.repeat(100)}\n${names.join(', ')}\n${'-'.repeat(100)}\n${text}`);
