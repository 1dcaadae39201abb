/**
 * Words that reporters and programmers of networks use for one thing, written from general knowledge of the field. Each line is
 * one group of stems; a word of the report also looks for the others of its groups, at a lower weight.
 */
const groups = `
lr learn rate
lr schedule scheduler warmup decay step
train fit
val valid validation eval evaluate evaluation
test eval evaluate
accuracy acc metric score
loss criterion objective cost
optim optimizer optimiser
normalize normalise normalization norm mean std
batchnorm bn batch normalization running moving
dropout drop
image picture photo img
mirror flip horizontal
mask segmentation label
label target truth class
predict prediction inference infer forward score
load read open restore resume from
save write dump store export
checkpoint ckpt weight state
resume restore checkpoint state
gpu cuda device card
cpu device map
memory leak item detach history append sum
graph detach item
order sort listdir set shuffle permutation random
seed random deterministic rng manual
shuffle random sampler permutation
pad padding collate mask
truncate truncation length max cut
character token char text
vocabulary vocab lookup index
tokenizer tokenize encode
sequence length pad token
attention mask head query key
future causal triangle tril triu mask
mean average reduce reduction
nan inf log sqrt divide exp eps
infinite inf log
silent zero log eps
explode clip gradient norm
gradient grad backward
backward grad detach
penalty gradient norm
channel conv dim shape axis
dimension dim squeeze reshape view shape axis
shape size dim reshape view expand
grayscale gray grey mode channel
brightness contrast normalize scale
augment augmentation transform
activation relu softmax sigmoid tanh
probability softmax sigmoid logit
logit softmax sigmoid
pixel mask image output
reward return episode
environment env
policy agent actor
discount gamma
terminal done
hang forever repeat wait loop
parallel distributed ddp rank worker
thread worker process
argument parameter param kwarg
config configuration setting option yaml
initial init initialize
missing none default
wrong incorrect mismatch
custom register object
layer block module
word token embed
noise latent random
generator sample
discriminator critic real fake
audio wave sound spectrogram mel
newline strip line
folder directory path dir root
`;

const WORDS = /[a-z]+/g;

/** For each stem the stems of its groups. Built by its caller, once. */
export function createThesaurus(stem: (word: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  for (const line of groups.trim().split('\n')) {
    const stems = [...new Set((line.match(WORDS) ?? []).map(stem))];
    for (const own of stems) {
      const others = related.get(own) ?? new Set<string>();
      for (const other of stems) if (other !== own) others.add(other);
      related.set(own, others);
    }
  }
  return related;
}
