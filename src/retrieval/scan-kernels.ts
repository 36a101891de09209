// The WebAssembly functions that BM25 scans with, compiled together once.
import * as wasm from '../vector/wasm.ts';
import { type BoundScan, boundScan } from './bound-scan.ts';
import { type AddTerm, addTerm } from './term-estimates.ts';

export interface ScanKernels {
  readonly scan: BoundScan;
  readonly addTerm: AddTerm;
}

let compiled: wasm.WasmModule | undefined;

export function linkScanKernels(memory: wasm.SharedMemory): ScanKernels {
  compiled ??= wasm.compile([boundScan(), addTerm()]);
  return wasm.link<ScanKernels>(compiled, memory);
}
