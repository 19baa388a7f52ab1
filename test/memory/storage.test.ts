import { MemoryStorage } from '../support/memory/storage';
import { describeStorage } from '../support/contracts/storage-contract';

const [store, broken] = [new MemoryStorage(), new MemoryStorage()];
broken.is_away = true;

describeStorage('a file store in memory', () => ({ store, broken }));
