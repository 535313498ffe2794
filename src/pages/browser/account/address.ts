import { byId } from '../page.ts';
import type { Block } from './block.ts';

export const address: Block = {
  id: 'address',
  show({ email }) {
    byId('address-value', HTMLElement).textContent = email;
  },
};
