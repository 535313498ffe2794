import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const emails: Screen = () => ({ content: skeletonCard });
