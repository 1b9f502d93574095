# SPDX-License-Identifier: Apache-2.0
# Debian 12 with mazurka, a compiler, gdb and Open MPI:
#
#     docker build -t mazurka .
#     docker run --rm -v "$PWD:/work" mazurka check queue.c
#
# Reports are kept in the container, which --rm removes: -e XDG_STATE_HOME=/work
# keeps them in a folder `mazurka` beside the program, for `mazurka replay`. On a
# cluster: docs/scale.md, containers.
FROM debian:12
WORKDIR /src
COPY . .
RUN apt-get update \
    && apt-get install -y --no-install-recommends make gdb \
        libopenmpi-dev openmpi-bin \
    && make install \
    && rm -rf build /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["mazurka"]
CMD ["--help"]
