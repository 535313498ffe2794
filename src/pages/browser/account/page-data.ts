import type { AccountPageData } from '../../account-page-data.ts';
import type { PageData } from '../../forms.ts';
import { metadata } from '../page.ts';

export const pageData = JSON.parse(metadata('settings')) as AccountPageData;

const { texts: ofForms } = JSON.parse(metadata('page')) as PageData;

export const texts = { ...ofForms, ...pageData.texts };
