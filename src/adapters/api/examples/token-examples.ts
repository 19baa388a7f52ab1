import type { OperationExamples } from '../../http/route';

export const TOKEN: OperationExamples = {};
