# Postwalker in a container: matches live in the volume /data, the token comes from the environment (see compose.yaml).
FROM python:3.11-slim AS libraries
COPY requirements-run.lock .
RUN python -m venv /opt/postwalker \
    && /opt/postwalker/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-run.lock

FROM python:3.11-slim
LABEL org.opencontainers.image.title="Postwalker" org.opencontainers.image.licenses="MIT"
COPY --from=libraries /opt/postwalker /opt/postwalker
WORKDIR /app
COPY LICENSE pyproject.toml requirements-run.lock ./
COPY engine ./engine
COPY render ./render
COPY storage ./storage
COPY bot ./bot
RUN useradd --system --uid 10001 --home-dir /data postwalker && install -d -o postwalker -m 700 /data
ENV PATH=/opt/postwalker/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/postwalker.db \
    POSTWALKER_CACHE=/data/cache \
    POSTWALKER_HEALTH_FILE=/data/health.json
USER postwalker
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
