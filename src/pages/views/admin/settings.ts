import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const settings: Screen = () => ({ content: skeletonCard });
