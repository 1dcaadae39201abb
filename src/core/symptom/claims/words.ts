import { NUMBER } from '../read-number';

/** Words by which reporters name what a run shows, and what is wrong with it. Sources of patterns; a data table. */
export const subjects = {
  loss: String.raw`(?:(?:training|train|validation|val|test|discriminator|generator|critic|reconstruction|kl|total|elbo)[_ -]?)?(?:loss(?:es)?|cost(?: function)?|objective|elbo|nll|cross[- ]?entropy|perplexity)`,
  accuracy: String.raw`(?:(?:training|train|validation|val|test)[_ -]?)?(?:accurac(?:y|ies)|acc\b)`,
  fit: String.raw`(?:r2|r\^2|r²|r[- ]squared|(?:regression |model )?score)(?:[ _-]?score)?`,
  overlap: String.raw`(?:(?:dice|f1|iou|jaccard|auc|bleu|map|precision|recall|mcc)(?:[ _-](?:score|coefficient|index))?)`,
  prediction: String.raw`(?:predictions?|predict(?:ed|s)?(?: values?)?|outputs?|answers?|results?|generated (?:images?|texts?|samples?)|y_?pred|forecasts?|logits)`,
  probability: String.raw`(?:probabilit(?:y|ies)|probs|softmax(?:es)?(?: outputs?)?|sigmoid outputs?|confidences?|predict_proba)`,
  parameter: String.raw`(?:weights?|parameters?|params|coefficients?|kernels?|biases|bias|embeddings?|(?:new |last |whole )?layers?(?= (?:is|are|do|does|never|stays?|remains?))|running_mean|running_var|variables?|\.weight\b|\.bias\b|parameters\(\)|state_dict)`,
  gradient: String.raw`(?:grads?\b|gradients?|\.grad\b)`,
  memory: String.raw`(?:memory|ram|vram|heap)`,
} as const;

export const faults = {
  up: String.raw`(?:(?:is |are |keeps? |kept )?(?:going|goes|went|go) up|(?:keeps? |kept )?(?:increas|grow|climb|ris|explod|diverg|accumulat|blow)(?:es?|s|ing|ed)?(?: up)?|rises|rose|grew|larger and larger|bigger and bigger|higher and higher|more and more|worse and worse|shoots? up|eats? (?:up )?(?:all|more))`,
  same: String.raw`(?:(?:is|are|stays?|stayed|remains?|remained) (?:\w+ ){0,2}?(?:the same|constant|identical|equal|fixed|flat|unchanged)|stuck|frozen|unchanged|identical|constant|plateaus?|(?:does|do|did|is|are|was|were|has|have)(?:n['’]t| not) (?:\w+ )?(?:chang|mov|improv|updat|learn|train|decreas|converg|modif)\w*|never (?:chang|mov|improv|updat|learn|decreas|train|modif)\w*|(?:has|have|had|with) no effect|without (?:any )?effect|(?:they|both|these|values) are equal|not being (?:updated|changed|trained)|no change|same (?:number|value|loss|accuracy) (?:in|for|at|after|on) (?:all|every|each))`,
  zero: String.raw`(?:(?:all|only|just|always|exactly|nothing but|is|are|of|:|=|to|gives?|returns?|outputs?|predicts?) (?:\w+ ){0,2}?(?:zeros?|0(?:\.0+)?(?:e[-+]?0+)?)(?![.\d\w%])|(?::|=) ?0(?:\.0+)?(?:e[-+]?0+)?(?![.\d\w%]))`,
  negative: String.raw`(?:negative|below zero|less than (?:zero|0)|smaller than (?:zero|0)|under zero|< ?0(?![.\d])|minus)`,
  low: String.raw`(?:(?:very |too |extremely |so |really |surprisingly )?(?:low|bad|poor|terrible)|(?:only|just|merely|not more than|no more than|at most)(?: get| gets| got| reach(?:es)?| about| around)*)`,
  other: String.raw`(?:(?:an)?other|different(?:ly)?|differs?|vary|varies|chang(?:e|es|ing)|not (?:the same|identical|equal|match\w*)|two (?:losses|results|accuracies|outputs|values)|(?:does|do)(?:n['’]t| not) match)`,
} as const;

/** `torch.Size([1, 16])`, `(None, 10, 1)`, `[32, 32]`. */
export const SHAPE = String.raw`(?:torch\.Size\()?[([] ?(?:None|\d{1,6}|[a-z_]{1,12}) ?,[\d ,?x]{0,60}(?:None[\d ,]{0,30})?[)\]]\)?`;

export const TYPE = String.raw`(?:(?:torch\.|tf\.|np\.|numpy\.)?(?:b?float(?:16|32|64)|bfloat16|u?int(?:8|16|32|64)|complex(?:64|128))|(?:Double|Float|Half|Long|Int|Bool)Tensor|\b(?:tuple|list|dict|str|tensor|ndarray|numpy array)\b)`;

/** A number with its sign of percent, as a value of a metric. */
export const VALUE = `(${NUMBER}) ?(%|percent|per cent)?`;
