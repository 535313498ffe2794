import type { AccountPageData } from '../../account-page-data.ts';
import { metadata, readPageData } from '../page.ts';

export const pageData = JSON.parse(metadata('settings')) as AccountPageData;

export const texts = { ...readPageData().texts, ...pageData.texts };
