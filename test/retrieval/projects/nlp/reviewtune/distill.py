import torch
import torch.nn.functional as F


def distillation_loss(student, teacher, temperature=2.0):
    soft = F.softmax(teacher / temperature, dim=-1)
    return F.kl_div(F.softmax(student / temperature, dim=-1), soft, reduction='batchmean') * temperature ** 2


def distill_epoch(student, teacher, loader, optimizer, device, alpha=0.5):
    student.train()
    total = 0.0
    for batch in loader:
        batch = {key: value.to(device) for key, value in batch.items()}
        output = student(**batch)
        with torch.no_grad():
            reference = teacher(**batch).logits
        loss = alpha * output.loss + (1 - alpha) * distillation_loss(output.logits, reference)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
    return total / len(loader)
