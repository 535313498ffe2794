/** The parts of package.json and of a lockfile that a package is made of. */
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
/** Parts of the scripts, which the package brings bundled. */
const BUNDLED = ['node_modules/preact', 'node_modules/preact-render-to-string'];
/** At the top of node_modules; what is further below is a second version of something. */
const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** The packages that ship, by where they are installed. */
export const shippedPackages = ({ packages }: Lockfile): [path: string, locked: Locked][] =>
  Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !(dev || link) && !BUNDLER.test(path),
  );

/** Those that have to be installed. */
export const installedPackages = (lock: Lockfile): [path: string, locked: Locked][] =>
  shippedPackages(lock).filter(([path]) => !BUNDLED.includes(path));

/**
 * package.json of the npm package. It names dependencies of dependencies too, so that whoever installs it gets the
 * versions that were tested. (With npm-shrinkwrap.json, npm would install the Node of every platform.)
 */
export function manifestOf(manifest: Manifest, lock: Lockfile) {
  const { name, version, description, license, engines, optionalDependencies } = manifest;
  const pinned = installedPackages(lock).flatMap(([path, locked]) => {
    const [, dependency] = TOP.exec(path) ?? [];
    return dependency === undefined || locked.optional ? [] : [[dependency, locked.version] as const];
  });
  return {
    ...{ name, version, description, license, type: 'module', bin: { latchkey: 'bin/latchkey.js' }, engines },
    dependencies: Object.fromEntries(pinned),
    optionalDependencies,
  };
}
