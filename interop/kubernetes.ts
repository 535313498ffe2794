import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

const MANIFEST = resolve(import.meta.dirname, '../deploy/kubernetes.yaml');

/**
 * The manifest as a program of the types that Kubernetes publishes for its kinds. The compiler refuses members that
 * there are not, which the schemas let pass; run, it checks the values by the schemas.
 */
export function kubernetesProgram(): string {
  const objects = parseAllDocuments(readFileSync(MANIFEST, 'utf8')).map(
    (document) => document.toJS() as { apiVersion: string; kind: string },
  );
  return objects
    .map(({ apiVersion, kind, ...members }, at) =>
      [
        `import { ${kind} as Kind${at} } from 'kubernetes-models/${apiVersion}';`,
        `new Kind${at}(${JSON.stringify(members)}).validate();`,
      ].join('\n'),
    )
    .join('\n');
}
