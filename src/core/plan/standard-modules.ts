/** Modules that come, or came, with Python itself, 2.7 to 3.14: no distribution brings them. */
export const standardModules: ReadonlySet<string> = new Set(
  (
    '__future__ __builtin__ __main__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb ' +
    'binascii binhex bisect builtins bz2 cPickle cProfile cStringIO calendar cgi cgitb chunk cmath cmd code codecs ' +
    'codeop collections colorsys commands compileall concurrent configparser ConfigParser contextlib contextvars ' +
    'cookielib copy copy_reg copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils ' +
    'doctest dummy_threading email encodings ensurepip enum errno exceptions faulthandler fcntl filecmp fileinput ' +
    'fnmatch formatter fractions ftplib functools future_builtins gc genericpath getopt getpass gettext glob graphlib ' +
    'grp gzip hashlib heapq hmac html htmlentitydefs HTMLParser http httplib imaplib imghdr imp importlib inspect io ' +
    'ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math md5 mimetypes ' +
    'mmap modulefinder multiprocessing netrc new nis nntplib ntpath numbers operator optparse os ossaudiodev parser ' +
    'pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty ' +
    'pwd py_compile pyclbr pydoc Queue queue quopri random re readline reprlib resource rlcompleter runpy sched secrets ' +
    'select selectors sets sha shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver SocketServer ' +
    'spwd sqlite3 ssl stat statistics string StringIO stringprep struct subprocess sunau symtable sys sysconfig syslog ' +
    'tabnanny tarfile telnetlib tempfile termios test textwrap this thread threading time timeit Tkinter tkinter token ' +
    'tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib urllib2 urlparse ' +
    'user UserDict uu uuid venv warnings wave weakref webbrowser winreg wsgiref xdrlib xml xmlrpc xmlrpclib zipapp ' +
    'zipfile zipimport zlib zoneinfo'
  ).split(' '),
);
