// Every dataset format, in the order of lists and help.
import type { DatasetFormat } from '../core/contracts.ts';
import { handbookDataset } from './handbook.ts';

export const datasetFormats: readonly DatasetFormat[] = [handbookDataset];
