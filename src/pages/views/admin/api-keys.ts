import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const apiKeys: Screen = () => ({ content: skeletonCard });
