import torch


def export(model, tokenizer, path, opset=11):
    sample = tokenizer('an example', return_tensors='pt')
    names = list(sample.keys())
    torch.onnx.export(model, tuple(sample.values()), path, input_names=names, output_names=['logits'],
                      dynamic_axes={name: {0: 'batch'} for name in names}, opset_version=opset)
