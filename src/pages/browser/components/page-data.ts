import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageData } from '../../forms.ts';
import { messages, metadata } from '../page.ts';

/** Read from the document in browsers; given on the server (forms/render-form.tsx). */
export const Page = createContext<PageData>({ ...(JSON.parse(metadata('page') || '{}') as PageData), messages });

export const usePage = (): PageData => useContext(Page);
