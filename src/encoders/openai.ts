// Vectors of any server that speaks the OpenAI-compatible `POST /embeddings`: Ollama, llama.cpp, vLLM, TEI, OpenAI itself.
import type { EncoderDef } from '../core/contracts.ts';

export const openai: EncoderDef = {
  name: 'openai',
  summary: 'a server with an OpenAI-compatible /v1/embeddings: openai:NAME, its address in url',
  async open(context, cacheDir, request) {
    const { openOpenAi } = await import('./openai-encoder.ts');
    return openOpenAi(context, cacheDir, request);
  },
};
