// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.result.Counted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a sweep put together.
 *
 * @param header of the whole
 * @param records of all points
 */
public record Shards(SweepHeader header, Map<Integer, PointRecord> records) {

    /**
     * Reads the journals in folders.
     *
     * @throws ConfigException when parts are missing, there twice, of another sweep, or not done
     */
    public static Shards of(List<Path> folders) {
        Map<Integer, Path> parts = new TreeMap<>();
        Map<Integer, PointRecord> records = new TreeMap<>();
        SweepHeader first = null;
        Path firstFile = null;
        for (Path folder : folders) {
            List<Path> journals = Journal.in(folder);
            if (journals.isEmpty()) {
                throw new ConfigException(folder.toString(), "holds no journal of a sweep");
            }
            for (Path file : journals) {
                Journal.Content content = Journal.read(file);
                if (content == null) {
                    throw new ConfigException(file.toString(), "is empty: this part was never begun");
                }
                SweepHeader header = content.header();
                if (first == null || firstFile == null) {
                    first = header;
                    firstFile = file;
                }
                check(first, firstFile, header, file);
                Path twin = parts.putIfAbsent(header.shard().number(), file);
                if (file.equals(twin)) {
                    throw new ConfigException(folder.toString(), "is named twice");
                }
                if (twin != null) {
                    throw new ConfigException(
                            file.toString(), "part " + header.shard() + " is there twice, also as " + twin);
                }
                content.records().forEach((index, record) -> add(records, file, header, record));
            }
        }
        if (first == null) {
            throw new ConfigException("merge", "there is nothing to merge");
        }
        complete(first, parts, records);
        return new Shards(first.with(Shard.WHOLE), records);
    }

    private static void check(SweepHeader first, Path firstFile, SweepHeader header, Path file) {
        @Nullable String difference = header.difference(first);
        if (difference == null && header.shard().count() != first.shard().count()) {
            difference = "it is cut into " + Counted.of(header.shard().count(), "part") + ", and that into "
                    + first.shard().count();
        }
        if (difference != null) {
            throw new ConfigException(file.toString(), "is of another sweep than " + firstFile + ": " + difference);
        }
        if (!header.metrics().equals(first.metrics()) || !header.objectives().equals(first.objectives())) {
            throw new ConfigException(file.toString(), "has other metrics or objectives than " + firstFile);
        }
    }

    private static void add(Map<Integer, PointRecord> records, Path file, SweepHeader header, PointRecord record) {
        if (!header.shard().has(record.index())) {
            throw new ConfigException(
                    file.toString(), "point " + (record.index() + 1) + " does not belong to part " + header.shard());
        }
        records.put(record.index(), record);
    }

    private static void complete(SweepHeader header, Map<Integer, Path> parts, Map<Integer, PointRecord> records) {
        List<String> missing = new ArrayList<>();
        int count = header.shard().count();
        for (int part = 1; part <= count; part++) {
            if (!parts.containsKey(part)) {
                missing.add(part + "/" + count);
            }
        }
        if (!missing.isEmpty()) {
            throw new ConfigException(
                    "merge",
                    (missing.size() == 1 ? "part " : "parts ")
                            + String.join(", ", missing.subList(0, Math.min(10, missing.size())))
                            + (missing.size() > 10 ? " and " + (missing.size() - 10) + " more" : "")
                            + (missing.size() == 1 ? " is missing" : " are missing"));
        }
        for (int index = 0; index < header.points(); index++) {
            if (!records.containsKey(index)) {
                int part = index % count + 1;
                throw new ConfigException(
                        String.valueOf(parts.get(part)),
                        "part " + part + "/" + count + " is not done: point " + (index + 1)
                                + " is missing; run it again with --resume");
            }
        }
        String keys = SweepPlan.hashOfKeys(
                records.values().stream().map(PointRecord::key).toList());
        if (!keys.equals(header.pointsHash())) {
            throw new ConfigException(
                    "merge", "the records are not those of the sweep's points: a journal was changed");
        }
    }
}
