import { handleForm, showFormNotice } from '../forms.ts';
import { byId } from '../page.ts';
import { freshly } from '../recent-login.ts';
import type { Block } from './block.ts';
import { requestAsOwner } from './owner.ts';
import { saveAs } from './save-as.ts';

export const exported: Block = {
  id: 'exported',
  start() {
    const form = byId('export-form', HTMLFormElement);
    handleForm('export-form', {
      send: () => freshly(() => requestAsOwner('GET', '/api/me/export')),
      succeeded({ data }) {
        const day = new Date().toISOString().slice(0, 10);
        saveAs(`account-data-${day}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
        showFormNotice(form, form.dataset.done ?? '', 'success');
      },
    });
  },
};
