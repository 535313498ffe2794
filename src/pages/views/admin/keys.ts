import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const keys: Screen = () => ({ content: skeletonCard });
