import { cpuTimeMs } from './cpu-time.ts';

const ASSET = /(?:src|href)="(\/assets[^"]+)"/g;

/**
 * The CPU time that the first visitor's login page costs the service, with all its files and including ended threads.
 */
export async function firstPageMs({ url, pid }: { readonly url: string; readonly pid: number }): Promise<number> {
  const beforeMs = cpuTimeMs(pid);
  const page = await textAt(`${url}/login`);
  await Promise.all([...page.matchAll(ASSET)].map(([, path]) => textAt(`${url}${path}`)));
  return cpuTimeMs(pid) - beforeMs;
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}
