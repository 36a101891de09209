// Every format of the gate's result, in the order of lists and help.
import type { GateFormat } from './gate-format.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';

export const gateFormats: readonly GateFormat[] = [terminal, json, markdown, junit, github];
