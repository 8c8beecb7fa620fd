# Builds a release from this folder, and an image that runs it:
#
#   docker build -t sluice .
#   docker run --rm sluice list devices
#   docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" sluice run mine.yaml

FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /source
COPY . .
RUN mvn -B -q -Prelease -DskipTests -Dspotbugs.skip -Dspotless.check.skip -Dmaven.javadoc.skip -pl sim-cli -am verify \
    && mkdir /release \
    && cd /release \
    && jar --extract --file /source/sim-cli/target/sluice-*.zip \
    && mv sluice-* sluice \
    && chmod 755 sluice/sluice

FROM eclipse-temurin:17-jre
COPY --from=build /release/sluice /opt/sluice
# where the launcher keeps its copy of the jar and the archive of its classes: filled here, open to any --user
ENV XDG_CACHE_HOME=/var/cache/sluice
RUN ln -s /opt/sluice/sluice /usr/local/bin/sluice \
    && sluice --version \
    && chmod -R a+rwX /var/cache/sluice
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["sluice"]
