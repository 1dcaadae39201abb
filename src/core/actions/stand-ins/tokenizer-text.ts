import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';

/** A tokenizer of Keras, which learns its words from texts of ours. */
function kerasTokenizer(name: string): readonly string[] {
  return [
    `${name} = tf.keras.preprocessing.text.Tokenizer(num_words=50)`,
    `${name}.fit_on_texts(["some words in a row", "other words here", "one more short text"])`,
  ];
}

/**
 * A tokenizer in place of one that would have to be fetched: fifty words, positions by chance, and the keys, the padding and
 * the special positions that models of Transformers take.
 */
export function wordTokenizer(name: string): readonly string[] {
  const kind = `${name.replace(/\W/g, '')}Kind`;
  return [
    `class ${kind}Output(dict):`,
    '    def to(self, *args, **kwargs):',
    '        return self',
    '',
    '    def __getattr__(self, key):',
    '        return self[key]',
    '',
    `class ${kind}:`,
    '    vocab_size, pad_token_id, bos_token_id, eos_token_id, cls_token_id, sep_token_id, mask_token_id = 50, 0, 1, 2, 3, 4, 5',
    '    pad_token, eos_token, model_max_length = "[PAD]", "[EOS]", 16',
    '',
    '    def __call__(self, texts, *args, **kwargs):',
    '        count = 1 if isinstance(texts, str) else len(texts)',
    '        rows = np.random.randint(6, 50, (count, 10))',
    '        values = {"input_ids": rows, "attention_mask": np.ones_like(rows), "token_type_ids": np.zeros_like(rows)}',
    '        if kwargs.get("return_tensors") == "pt":',
    `            return ${kind}Output((key, torch.from_numpy(value)) for key, value in values.items())`,
    `        return ${kind}Output((key, value[0].tolist() if isinstance(texts, str) else value.tolist()) for key, value in values.items())`,
    '',
    '    batch_encode_plus = encode_plus = __call__',
    '',
    '    def encode(self, text, *args, **kwargs):',
    '        return self(text, **kwargs)["input_ids"]',
    '',
    '    def decode(self, *args, **kwargs):',
    '        return "some words"',
    '',
    '    def tokenize(self, text, *args, **kwargs):',
    '        return text.split()',
    '',
    '    def convert_tokens_to_ids(self, tokens):',
    '        return [6 + len(token) % 44 for token in tokens]',
    '',
    '    def __len__(self):',
    '        return self.vocab_size',
    `${name} = ${kind}()`,
  ];
}

/** Statements that define a missing tokenizer. */
export function tokenizerLines(name: string, usage: Usage, { framework }: StandInContext): readonly string[] {
  const isKeras = [...usage.attributes].some((item) =>
    /^(?:texts_to_\w+|fit_on_\w+|word_index|sequences_to_\w+)$/.test(item),
  );
  return isKeras && framework === 'keras' ? kerasTokenizer(name) : wordTokenizer(name);
}
