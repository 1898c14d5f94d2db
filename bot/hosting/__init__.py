"""What the host of a bot needs beside it: files of matches, copies, figures, deletion."""
