import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageData } from '../../forms.ts';
import { readPageData } from '../page.ts';

export const Page = createContext(readPageData());

export const usePage = (): PageData => useContext(Page);
