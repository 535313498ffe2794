import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED_DOCS, GENERATED_FILES, replaceSection, UNTRACKED_FILES } from './generated-docs.ts';
import { thirdParty } from './third-party.ts';

// Rewrites the generated parts of the documentation. A test fails if they are out of date.
for (const { file, section, content } of GENERATED_DOCS) {
  const path = new URL(`../${file}`, import.meta.url);
  writeFileSync(path, replaceSection(readFileSync(path, 'utf8'), section, content()));
}
for (const { file, content } of [...GENERATED_FILES, ...UNTRACKED_FILES]) {
  writeFileSync(new URL(`../${file}`, import.meta.url), content());
}
writeFileSync(new URL('../THIRD-PARTY.md', import.meta.url), thirdParty());
