/**
 * What the code behind a kind of fault tends to say, by words of the report: general knowledge of the frameworks, beside the
 * report's own words. Left: a pattern over the title, the told behaviour and the messages; right: names to look for.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  [
    /same device|(?:on|and) (?:the )?cpu\b.*\b(?:cuda|gpu)|(?:cuda|gpu)\b.*\bcpu\b|fails? on (?:the )?gpu|torch\.cuda\.\w+Tensor/i,
    'device rand randn zeros ones arange linspace eye full tensor cuda',
  ],
  [/deserialize object on a CUDA|map_location/i, 'load map_location load_state_dict'],
  [
    /dimension (?:out of range|specified)|squeeze|last batch|batch size (?:of )?(?:1|one)\b/i,
    'squeeze unsqueeze view argmax dim',
  ],
  [
    /broadcast|target size|shape|size mismatch|dimensions? must/i,
    'reshape view squeeze unsqueeze expand_dims concat stack',
  ],
  [
    /out of memory|memory (?:grows|leak|keeps|climbs|increas)|leak/i,
    'append item detach history total cat retain_graph',
  ],
  [
    /backward through the graph|already been freed|inplace operation|in-place/i,
    'detach backward retain_graph requires_grad',
  ],
  [
    /does not require grad|grad(?:ient)?s? (?:is|are) none|no gradients? provided/i,
    'detach no_grad requires_grad item numpy trainable',
  ],
  [
    /\bnan\b|-?\binf(?:inity|inite)?\b|divi[ds]\w* by zero|overflow|explod/i,
    'log sqrt exp div pow clip clip_grad_norm_ eps',
  ],
  [
    /(?:on )?(?:another|different|both) machines?|after (?:a )?restart|not (?:the same|reproducible|deterministic)|order of/i,
    'listdir glob set sorted keys shuffle seed',
  ],
  [
    /unknown (?:loss|layer|metric|object|initializer|activation)|custom_objects/i,
    'load_model custom_objects get_config',
  ],
  [/get_config|override `?get_config/i, 'get_config __init__ Layer'],
  [/missing key|unexpected key|state_dict|size mismatch for/i, 'load_state_dict state_dict strict'],
  [/pickl|can'?t get attribute|lambda/i, 'pickle lambda save num_workers'],
  [
    /index out of range|device-side assert|t >= 0|out of bounds|is not in \[0/i,
    'Embedding num_labels num_classes vocab label gather truncation',
  ],
  [/worker|multiprocess|deadlock|hang/i, 'num_workers repeat while wait join queue'],
  [/never (?:ends|finishes|stops)|for ever|forever|infinite loop/i, 'repeat while cycle steps'],
  [
    /nothing is learn|does(?: not|n'?t) (?:learn|improve|move|change|converge)|stuck|stays? (?:at|around|the same)|same (?:value|prediction)|everywhere/i,
    'activation softmax sigmoid logits lr zero_grad requires_grad',
  ],
  [/twice|double|both .* and/i, 'sigmoid softmax from_logits reset'],
  [/rng|prng|random key|dropout.*(?:eval|same|mask)|needs .*key/i, 'rngs deterministic PRNGKey split train training'],
  [/resume|restor|continu|checkpoint/i, 'state_dict load_state_dict optimizer save restore'],
  [/permission|no such file|not found|does not exist|cannot find/i, 'open path join exists strip'],
  [/encod|decod|accent|unicode|utf-?8/i, 'encode decode ascii open encoding'],
  [/pad(?:ding|ded)?\b|attend|attention/i, 'pad attention_mask mask pad_token_id'],
  [/trunc|too long|longer than|maximum .*length/i, 'truncation max_length'],
  [/shuffl/i, 'shuffle sampler permutation'],
  [/scheduler|warm-?up|learning rate/i, 'scheduler step lr param_groups'],
  [/range|bright|scaled?\b|0 to 1|normali[sz]/i, 'Normalize ToTensor mean std 255'],
  [/best|monitor|lowest|highest|upside/i, 'monitor mode best min max inf'],
  [/save|export|onnx|trace|script/i, 'save export trace'],
];

/** Names that are worth a look for a report that says so. */
export function faultVocabulary(text: string): readonly string[] {
  return rules.filter(([pattern]) => pattern.test(text)).flatMap(([, names]) => names.split(' '));
}
