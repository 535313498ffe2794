import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageData } from '../../forms.ts';
import { messages, metadata } from '../page.ts';

/** In browsers from the document. The server gives what it renders with (forms/render-form.tsx). */
export const Page = createContext<PageData>({ ...(JSON.parse(metadata('page') || '{}') as PageData), messages });

export const usePage = (): PageData => useContext(Page);
