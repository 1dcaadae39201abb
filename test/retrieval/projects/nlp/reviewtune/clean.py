import html
import re

URL = re.compile(r'https?://\S+')
SPACES = re.compile(r'\s+')


def strip_markup(text):
    return re.sub(r'<[^>]+>', ' ', html.unescape(text))


def normalize(text):
    text = URL.sub(' ', strip_markup(text))
    text = text.encode('ascii', 'ignore').decode()
    return SPACES.sub(' ', text).strip().lower()
