export { type Clock, createClock, createTestTimers, type TestTimers } from '../../src/test-server/clock.ts';
