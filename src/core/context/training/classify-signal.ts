import type { SyntaxNode } from '../../ports/python-parser';
import type { FileFacts } from './file-facts';
import { insideFunction } from './inside-function';
import type { TrainingFramework, TrainingUnit } from './training-unit';

/** What a call or a definition says of training. */
export interface Signal {
  readonly kind: TrainingUnit['kind'];
  readonly framework: TrainingFramework | null;
  readonly calls: readonly string[];
}

/** Libraries whose `fit`, `minimize`, `train` and `run` have nothing to do with a network. */
const otherLibraries =
  /^(?:sklearn|scipy|xgboost|lightgbm|catboost|statsmodels|subprocess|asyncio|uvicorn|gensim|umap|hmmlearn|imblearn|ray|skopt|hyperopt|optuna|pandas|numpy|os|app|nltk|spacy)\b/;
/** Names of things that are stepped and are no optimiser: schedulers, simulations, progress. */
const notOptimizer = /sched|env|^lr_|pbar|bar$|progress|profil|scaler|timer|simul|game|world|agent|queue|warmup/i;
const optimizerName = /opt|solver|sgd|adam/i;
const notNetwork =
  /scaler|encoder_?$|^(?:le|ohe|pca|svd|tsne|knn|svm|svc|kmeans|clf|reg|vectorizer|tokenizer|binarizer|imputer|lda|gmm|tfidf|standard|label)\w*$/i;
const kerasKeywords =
  /\b(?:epochs|nb_epoch|validation_data|validation_split|callbacks|steps_per_epoch|initial_epoch)\s*=/;
const kerasModel = /keras|tensorflow|\bSequential$|(?:^|\.)Model$/;
const loops = /^(?:for|while)_statement$/;

interface Place {
  readonly receiver: string;
  readonly method: string;
  readonly inLoop: boolean;
  readonly origin: string | null;
  readonly inputs: string;
  readonly facts: FileFacts;
  readonly path: readonly SyntaxNode[];
}

/** What a call trains, by its receiver's origin first and its name after; null for what only looks like it. */
export function classifySignal(call: SyntaxNode, path: readonly SyntaxNode[], facts: FileFacts): Signal | null {
  if (call.type === 'function_definition') return definedStep(call, path, facts);
  const callee = call.childForField('function')?.text ?? '';
  const dot = callee.lastIndexOf('.');
  const receiver = dot < 0 ? '' : callee.slice(0, dot).replace(/^self\./, '');
  const method = callee.slice(dot + 1);
  const inner = insideFunction(path);
  const inLoop = inner.some(({ type }) => loops.test(type));
  const origin = receiver === '' ? facts.originOf(method) : facts.originOf(receiver);
  if (origin !== null && otherLibraries.test(origin)) return null;
  const place: Place = {
    receiver,
    method,
    inLoop,
    origin,
    inputs: call.childForField('arguments')?.text ?? '',
    facts,
    path,
  };
  return (
    kerasCall(place) ??
    torchCall(place) ??
    tensorFlowCall(place) ??
    trainerCall(place) ??
    jaxCall(place) ??
    caller(place)
  );
}

const signal = (kind: Signal['kind'], framework: TrainingFramework): Signal => ({ kind, framework, calls: [] });

function definedStep(node: SyntaxNode, path: readonly SyntaxNode[], facts: FileFacts): Signal | null {
  const isStep = node.childForField('name')?.text === 'training_step';
  const inClass = path.some(({ type }) => type === 'class_definition');
  return isStep && inClass && facts.imports(/lightning/) ? signal('step', 'lightning') : null;
}

function kerasCall({ method, receiver, origin, inputs, facts, inLoop }: Place): Signal | null {
  if (method === 'train_on_batch') return signal(inLoop ? 'loop' : 'step', 'keras');
  if (method === 'fit_generator') return signal(inLoop ? 'loop' : 'call', 'keras');
  if (method !== 'fit') return null;
  if (/lightning|(?:^|\.)Trainer$/.test(origin ?? '') || (/trainer/i.test(receiver) && facts.imports(/lightning/)))
    return signal('call', 'lightning');
  if (notNetwork.test(receiver) && !kerasKeywords.test(inputs)) return null;
  if (!facts.imports(/keras|tensorflow/) && !kerasKeywords.test(inputs)) return null;
  const isCompiled = receiver !== '' && facts.text.includes(`${receiver}.compile(`);
  const isNetwork = /model|net|gan|generator|discriminator|classifier|auto_?encoder|lstm|cnn|vae/i.test(receiver);
  return kerasModel.test(origin ?? '') || isCompiled || kerasKeywords.test(inputs) || isNetwork
    ? signal(inLoop ? 'loop' : 'call', 'keras')
    : null;
}

function torchCall({ method, receiver, origin, inputs, facts, inLoop }: Place): Signal | null {
  if (method === 'manual_backward') return signal('step', 'lightning');
  if (method === 'backward') {
    const isAccelerated = /accelerat/i.test(receiver) || /accelerate/.test(origin ?? '');
    return signal(inLoop ? 'loop' : 'step', isAccelerated ? 'accelerate' : 'torch');
  }
  if (method !== 'step' || receiver === '' || notOptimizer.test(receiver)) return null;
  if (/lr_scheduler|gym|env/i.test(origin ?? '')) return null;
  const isOptimizer = /optim/i.test(origin ?? '') || optimizerName.test(receiver);
  // An environment is stepped with an action; an optimiser with nothing, or with a closure.
  if (
    !isOptimizer ||
    !/^\(\s*(?:closure)?\s*\)$/.test(inputs) ||
    !facts.imports(/torch|lightning|transformers|accelerate/)
  )
    return null;
  return inLoop ? signal('loop', 'torch') : null;
}

function tensorFlowCall({ method, receiver, origin, inputs, facts, inLoop, path }: Place): Signal | null {
  if (!facts.imports(/tensorflow|keras|estimator/)) return null;
  if (method === 'run') {
    const isSession = /Session$/.test(origin ?? '') || /sess/i.test(receiver);
    if (!isSession || !inLoop) return null;
    return /train|optim|minimi|step|solver|update|apply/i.test(inputs) ? signal('loop', 'session') : null;
  }
  if (method === 'apply_gradients' || method === 'gradient' || (method === 'minimize' && inLoop)) {
    const tapes = path.some(({ type, text }) => type === 'function_definition' && text.includes('GradientTape'));
    const isTape = tapes || (inLoop && facts.text.includes('GradientTape'));
    return isTape ? signal(inLoop ? 'loop' : 'step', 'gradientTape') : null;
  }
  if (method === 'train_and_evaluate') return signal('call', 'estimator');
  const isEstimator =
    /Estimator|estimator\.|DNN(?:Classifier|Regressor)/.test(origin ?? '') || /estimator/i.test(receiver);
  return method === 'train' && isEstimator && /input_fn|steps/.test(inputs) ? signal('call', 'estimator') : null;
}

function trainerCall({ method, receiver, origin, facts }: Place): Signal | null {
  if (method !== 'train' || receiver === '') return null;
  const isTrainer = /Trainer\w*$/.test(origin ?? '') || /trainer$/i.test(receiver);
  return isTrainer && facts.imports(/transformers|trl|sentence_transformers|setfit/)
    ? signal('call', 'transformers')
    : null;
}

function jaxCall({ method, receiver, origin, facts, inLoop }: Place): Signal | null {
  if (!facts.imports(/jax|flax|optax/)) return null;
  const isGradient =
    method === 'value_and_grad' || method === 'apply_updates' || (method === 'apply_gradients' && receiver !== '');
  const isUpdate = method === 'update' && (/optax/.test(origin ?? '') || /^(?:tx|opt\w*)$/i.test(receiver));
  return isGradient || isUpdate ? signal(inLoop ? 'loop' : 'step', 'jax') : null;
}

/** A loop that calls what may be a step; whether it is one is known when all files are. */
function caller({ method, receiver, inLoop, inputs }: Place): Signal | null {
  if (!inLoop || /^\(\s*\)$/.test(inputs) || notOptimizer.test(receiver)) return null;
  if (!/train|step|update|learn|optimi[sz]e/i.test(method) || method === 'step' || method === 'update') return null;
  return { kind: 'caller', framework: null, calls: [method] };
}
