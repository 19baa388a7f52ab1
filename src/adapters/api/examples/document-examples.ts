import type { OperationExamples } from '../../http/route';

export const CREATE_DOCUMENT: OperationExamples = {};
export const PREVIEW_DOCUMENT: OperationExamples = {};
export const UPDATE_DOCUMENT: OperationExamples = {};
export const SEND_DOCUMENT: OperationExamples = {};
