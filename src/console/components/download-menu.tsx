import { saveAs } from '../../pages/browser/components/save-as.ts';
import { fill } from '../../pages/texts/fill.ts';
import { open, type Query } from '../screens/admin-api.ts';
import { common } from '../screens/texts.ts';
import { Icon } from './icon.tsx';
import { ActionMenu } from './menu.tsx';
import { toast, toastProgress, toastRefusal } from './toasts.tsx';
import type { Address } from './use-list.ts';

const { lists: texts } = common;

/**
 * Downloads a file with the access token, which a link could not send. A million rows take a while, so it can be
 * cancelled.
 */
async function download(path: string, format: string, filters: Query): Promise<void> {
  const cancelling = new AbortController();
  const endProgress = toastProgress(texts.exporting, () => cancelling.abort());
  try {
    const answer = await open(path, { format, ...filters }, cancelling.signal);
    cancelling.signal.throwIfAborted();
    if (answer.refused) return toastRefusal(answer.refused);
    const { headers } = answer.response;
    const [, name = 'download'] = /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
    saveAs(name, await answer.response.blob());
    toast(texts.exported);
  } catch {
    if (cancelling.signal.aborted) toast(texts.exportCancelled, { mood: 'neutral' });
    else toast(texts.exportFailed, { mood: 'danger' });
  } finally {
    endProgress();
  }
}

const FORMATS = [
  ['csv', texts.exportCsv],
  ['jsonl', texts.exportJson],
] as const;

interface DownloadProps {
  /** The path of the export operation. */
  readonly path: string;
  readonly address: Address;
}

/** Downloads everything that matches the filters. */
export const DownloadMenu = ({ path, address }: DownloadProps) => (
  <ActionMenu
    label={texts.download}
    icon={<Icon name="download" />}
    groups={[
      FORMATS.map(([format, name]) => ({
        id: `download-${format}`,
        label: fill(texts.exportLabel, { format: name }),
        run: () => download(path, format, address.values),
      })),
    ]}
  />
);
