// Every dataset format, in the order of lists and help.
import type { DatasetFormat } from '../core/contracts.ts';
import { beirDataset } from './beir.ts';
import { handbookDataset } from './handbook.ts';
import { trecDataset } from './trec-collection.ts';

export const datasetFormats: readonly DatasetFormat[] = [handbookDataset, beirDataset, trecDataset];
