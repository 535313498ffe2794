/** The parts of package.json and lockfile that packaging needs. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly description?: string;
}

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
}

export interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

const BUNDLER = /^node_modules\/(esbuild|@esbuild\/.+)$/;
/** Packages whose code the package contains, and one that only counts installations. */
const BUNDLED = ['preact', 'preact-render-to-string', 'swagger-ui-dist', '@scarf/scarf'].map(
  (name) => `node_modules/${name}`,
);
/** Packages at the top of node_modules; those further below are second versions. */
const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** The shipped packages by installation path. */
export const shippedPackages = ({ packages }: Lockfile): [path: string, locked: Locked][] =>
  Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !(dev || link) && !BUNDLER.test(path),
  );

/** The packages that have to be installed. */
export const installedPackages = (lock: Lockfile): [path: string, locked: Locked][] =>
  shippedPackages(lock).filter(([path]) => !BUNDLED.includes(path));

/**
 * The package.json of the npm package. It also names transitive dependencies, so that installations get the tested
 * versions. (npm-shrinkwrap.json would install the Node of every platform.)
 */
export function manifestOf(manifest: Manifest, lock: Lockfile) {
  const { name, version, description, license, engines, optionalDependencies } = manifest;
  const pinned = installedPackages(lock).flatMap(([path, locked]) => {
    const [, dependency] = TOP.exec(path) ?? [];
    return dependency === undefined || locked.optional ? [] : [[dependency, locked.version] as const];
  });
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { latchkey: 'bin/latchkey.js' },
    engines,
    dependencies: Object.fromEntries(pinned),
    optionalDependencies,
  };
}
