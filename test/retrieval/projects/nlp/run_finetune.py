from transformers import AutoModelForSequenceClassification, AutoTokenizer, HfArgumentParser, Trainer, TrainingArguments

from reviewtune.arguments import DataArguments, ModelArguments
from reviewtune.collate import DynamicCollator
from reviewtune.dataset import ReviewDataset, read_reviews
from reviewtune.metrics import compute_metrics


def main():
    parser = HfArgumentParser((ModelArguments, DataArguments, TrainingArguments))
    model_args, data_args, training_args = parser.parse_args_into_dataclasses()
    tokenizer = AutoTokenizer.from_pretrained(model_args.model_name)
    labels = read_reviews(data_args.train_file).labels()
    model = AutoModelForSequenceClassification.from_pretrained(model_args.model_name, num_labels=2)
    train = ReviewDataset(data_args.train_file, tokenizer, data_args.max_length)
    evaluation = ReviewDataset(data_args.eval_file, tokenizer, data_args.max_length)
    trainer = Trainer(model=model, args=training_args, train_dataset=train, eval_dataset=evaluation,
                      data_collator=DynamicCollator(tokenizer), compute_metrics=compute_metrics)
    trainer.train()
    trainer.save_model()
    print(trainer.evaluate(), labels)


if __name__ == '__main__':
    main()
