"""RepGen's way of indexing, written from its published description, for a comparison in one run.

Every function and class of every Python file, in breadth-first order, three to a chunk; BM25 over lower-cased words
(k1 1.5, b 0.75, epsilon 0.25), min-max normalised. Its dense half, sentence embeddings of each chunk, is left out unless
the package sentence-transformers and a model folder (REPRISE_EMBEDDER) are at hand; the output says which.

Usage: python repgen-way.py FOLDER QUERY_FILE. Prints JSON: seconds to index, seconds a query, counts, and what was used.
"""
import ast
import json
import math
import os
import re
import sys
import time

WORDS = re.compile(r"\w+")
SKIPPED = "__pycache__"


def python_files(folder):
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != SKIPPED and not name.startswith(".")]
        for name in names:
            if name.endswith(".py"):
                yield os.path.join(base, name)


def chunks_of(path):
    with open(path, encoding="utf-8") as handle:
        text = handle.read()
    tree = ast.parse(text)
    lines = text.splitlines()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = ["\n".join(lines[node.lineno - 1:node.end_lineno]) for node in ast.walk(tree) if isinstance(node, kinds)]
    return ["\n\n".join(found[start:start + 3]) for start in range(0, len(found), 3)]


class Bm25(object):
    def __init__(self, corpus, k1=1.5, b=0.75, epsilon=0.25):
        self.k1, self.b = k1, b
        self.lengths = [len(words) for words in corpus]
        self.mean = sum(self.lengths) / float(max(len(corpus), 1))
        self.counts, spread = [], {}
        for words in corpus:
            own = {}
            for word in words:
                own[word] = own.get(word, 0) + 1
            self.counts.append(own)
            for word in own:
                spread[word] = spread.get(word, 0) + 1
        self.idf, negative, total = {}, [], 0.0
        for word, seen in spread.items():
            value = math.log(len(corpus) - seen + 0.5) - math.log(seen + 0.5)
            self.idf[word] = value
            total += value
            if value < 0:
                negative.append(word)
        floor = epsilon * total / max(len(self.idf), 1)
        for word in negative:
            self.idf[word] = floor

    def scores(self, query):
        result = [0.0] * len(self.counts)
        for word in query:
            idf = self.idf.get(word, 0.0)
            for index, own in enumerate(self.counts):
                seen = own.get(word, 0)
                if seen:
                    norm = self.k1 * (1 - self.b + self.b * self.lengths[index] / self.mean)
                    result[index] += idf * seen * (self.k1 + 1) / (seen + norm)
        return result


def embedder():
    folder = os.environ.get("REPRISE_EMBEDDER")
    if not folder:
        return None
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        return None
    return SentenceTransformer(folder)


def main():
    folder, query_file = sys.argv[1], sys.argv[2]
    started = time.time()
    chunks, dropped, files = [], 0, 0
    for path in python_files(folder):
        files += 1
        try:
            chunks.extend(chunks_of(path))
        except (SyntaxError, ValueError):
            dropped += 1
    index = Bm25([WORDS.findall(chunk.lower()) for chunk in chunks])
    model = embedder()
    if model is not None:
        model.encode(chunks, normalize_embeddings=True)
    indexed = time.time()
    with open(query_file, encoding="utf-8") as handle:
        query = WORDS.findall(handle.read().lower())
    scores = index.scores(query)
    best = sorted(range(len(scores)), key=lambda place: -scores[place])[:20]
    print(json.dumps({
        "indexSeconds": indexed - started,
        "querySeconds": time.time() - indexed,
        "files": files,
        "dropped": dropped,
        "chunks": len(chunks),
        "best": len(best),
        "dense": model is not None,
    }))


if __name__ == "__main__":
    main()
