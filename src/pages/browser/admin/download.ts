import { open } from './admin-api.ts';
import { toast, toastRefusal } from './components/toasts.tsx';

/**
 * Saves what an operation hands out as a file, which a link could not: it has no token. False: it was refused,
 * cancelled or cut off, which is said.
 */
export async function downloadFile(
  path: string,
  query: Readonly<Record<string, string>>,
  cutOff: string,
): Promise<boolean> {
  const answer = await open(path, query);
  if (answer.refused) {
    toastRefusal(answer.refused);
    return false;
  }
  try {
    save(await answer.response.blob(), nameIn(answer.response));
    return true;
  } catch {
    toast(cutOff, { mood: 'danger' });
    return false;
  }
}

const nameIn = ({ headers }: Response): string =>
  /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download';

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers have not read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
