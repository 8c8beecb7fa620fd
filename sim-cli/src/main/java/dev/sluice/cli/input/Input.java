// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Sha256;
import dev.sluice.config.source.SourceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A file that a run was made of. What is in it is hashed only when somebody asks, except for long texts, which are not kept.
 *
 * @param kind what it is: {@code stream}, {@code capture}, {@code data}, {@code trace}, {@code device}, {@code dram}, {@code energy}, {@code profile} or
 *     {@code plugin}
 * @param name its name, which does not depend on where it lies
 * @param hash gives the SHA-256 of its bytes, in hexadecimal digits
 */
public record Input(String kind, String name, Supplier<String> hash) {
    private static final int KEPT = 1 << 20;
    private static final int BUFFER = 1 << 16;

    /** One whose bytes were read, from a file or a preset. */
    static Input of(String kind, String file, byte[] bytes) {
        String name = lastPart(file);
        if (bytes.length <= KEPT) {
            return new Input(kind, name, () -> Sha256.of(bytes));
        }
        String hash = Sha256.of(bytes);
        return new Input(kind, name, () -> hash);
    }

    /** A regular file, which is read again. */
    static Input of(String kind, String name, Path file) {
        return new Input(kind, name, () -> hash(file));
    }

    /** A file's name without its folders. */
    static String lastPart(String file) {
        return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }

    private static String hash(Path file) {
        Sha256 hash = new Sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                hash.add(buffer, 0, read);
            }
        } catch (NoSuchFileException e) {
            throw new ConfigException(file.toString(), "no such file any more");
        } catch (IOException e) {
            throw SourceReader.unreadable(file.toString(), e);
        }
        return hash.end();
    }
}
