import { skeletonCard } from './list.ts';
import type { Screen } from './screen.ts';

export const users: Screen = () => ({ content: skeletonCard });
