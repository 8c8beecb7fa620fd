// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Located;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Saturating;
import dev.sluice.config.units.Size;
import dev.sluice.result.Counted;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.jspecify.annotations.Nullable;

/** Turns a stream's data ({@code docs/formats.md}, Data) into bytes, checked when the stream is loaded. */
public final class DataReader {
    /** The most bytes that one data item may have: 1 GiB. */
    public static final long MAX_BYTES = 1L << 30;

    private static final long MAX_PICTURE_BYTES = 1L << 28;

    private final @Nullable Path directory;
    private final Set<Path> files = new LinkedHashSet<>();

    /**
     * A reader of data of a stream in {@code directory}.
     *
     * @param directory where {@code file} and {@code image} are looked for; null for a stream that is not a file
     */
    public DataReader(@Nullable Path directory) {
        this.directory = directory;
    }

    /** The files that data were asked of so far, in order. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /**
     * The bytes that {@code data} describes.
     *
     * @throws ConfigException at the key that is wrong
     */
    public DataSource read(DataFile data, Located where) {
        Map<String, Boolean> forms = new LinkedHashMap<>();
        forms.put("values", data.values() != null);
        forms.put("pattern", data.pattern() != null);
        forms.put("hex", data.hex() != null);
        forms.put("file", data.file() != null);
        forms.put("image", data.image() != null);
        List<String> given = new ArrayList<>();
        forms.forEach((form, present) -> {
            if (present) {
                given.add(form);
            }
        });
        if (given.size() != 1) {
            throw where.node(data)
                    .error(
                            given.isEmpty()
                                    ? "data: expected one of values, pattern, hex, file, image"
                                    : "data: '" + given.get(0) + "' and '" + given.get(1) + "' exclude each other");
        }
        return switch (given.get(0)) {
            case "values" -> values(data, where);
            case "pattern" -> pattern(data, where);
            case "hex" -> hex(data, where);
            case "file" -> file(data, where);
            default -> image(data, where);
        };
    }

    private static DataSource values(DataFile data, Located where) {
        only(data, where, "values", Set.of());
        DataType type = type(data, where);
        List<ScalarNode> values = Objects.requireNonNull(data.values());
        checkSize(data, where, "values", (long) values.size() * type.bytes());
        byte[] bytes = new byte[values.size() * type.bytes()];
        for (int i = 0; i < values.size(); i++) {
            type.put(bytes, i * type.bytes(), type.bits(values.get(i), "values[" + i + "]"));
        }
        return new FixedData(type, bytes);
    }

    private static DataSource pattern(DataFile data, Located where) {
        Pattern pattern = Objects.requireNonNull(data.pattern());
        only(
                data,
                where,
                "pattern: " + pattern.name().toLowerCase(Locale.ROOT),
                switch (pattern) {
                    case IOTA -> Set.of("start", "step", "count");
                    case CONSTANT -> Set.of("value", "count");
                    case RANDOM -> Set.of("seed", "count");
                });
        DataType type = type(data, where);
        ScalarNode written = data.count();
        if (written == null) {
            throw where.error(data, "pattern", "data: a pattern needs 'count', its number of elements");
        }
        BigInteger count = written.integer();
        if (count == null || count.signum() < 0) {
            throw written.error("count: expected a whole number of elements, got " + written.describe());
        }
        checkSize(
                data,
                where,
                "count",
                count.multiply(BigInteger.valueOf(type.bytes()))
                        .min(BigInteger.valueOf(Long.MAX_VALUE))
                        .longValue());
        int elements = count.intValueExact();
        return switch (pattern) {
            case IOTA ->
                Generated.iota(
                        type, elements, bits(type, data.start(), "start", 0), bits(type, data.step(), "step", 1));
            case CONSTANT -> {
                ScalarNode value = data.value();
                if (value == null) {
                    throw where.error(data, "pattern", "data: a constant needs 'value'");
                }
                yield Generated.constant(type, elements, type.bits(value, "value"));
            }
            case RANDOM -> {
                ScalarNode seed = data.seed();
                yield Generated.random(type, elements, seed == null ? 0 : DataType.U64.bits(seed, "seed"));
            }
        };
    }

    /** The bits of an optional number; a negative one is taken modulo the width, as a falling iota needs it. */
    private static long bits(DataType type, @Nullable ScalarNode value, String key, int fallback) {
        if (value == null) {
            return type == DataType.F32 ? Float.floatToRawIntBits(fallback) & 0xffff_ffffL : fallback;
        }
        BigInteger whole = value.integer();
        if (type != DataType.F32 && whole != null && whole.signum() < 0 && whole.bitLength() < type.bytes() * 8) {
            return whole.longValue();
        }
        return type.bits(value, key);
    }

    private static DataSource hex(DataFile data, Located where) {
        String text = Objects.requireNonNull(data.hex());
        String digits = text.replaceAll("[\\s_]", "");
        if (digits.startsWith("0x") || digits.startsWith("0X")) {
            digits = digits.substring(2);
        }
        OptionalInt strange =
                digits.codePoints().filter(c -> !HexFormat.isHexDigit(c)).findFirst();
        if (strange.isPresent()) {
            throw where.error(
                    data,
                    "hex",
                    "hex: only the digits 0-9, a-f, spaces and _ are allowed, not '"
                            + Character.toString(strange.getAsInt()) + "'");
        }
        if (digits.length() % 2 != 0) {
            throw where.error(data, "hex", "hex: " + Counted.of(digits.length(), "digit") + "; two make a byte");
        }
        checkSize(data, where, "hex", digits.length() / 2);
        DataType type = Objects.requireNonNullElse(data.type(), DataType.U8);
        only(data, where, "hex", Set.of());
        return new FixedData(type, HexFormat.of().parseHex(digits));
    }

    private DataSource file(DataFile data, Located where) {
        only(data, where, "file", Set.of("offset", "size"));
        Path path = resolve(data, where, "file", Objects.requireNonNull(data.file()));
        DataType type = Objects.requireNonNullElse(data.type(), DataType.U8);
        if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
            throw where.error(data, "file", "file: " + path + ": is no regular file, so its size is not known");
        }
        @Nullable Size from = data.offset();
        @Nullable Size length = data.size();
        long offset = from == null ? 0 : from.bytes();
        long whole;
        try {
            whole = FileData.sizeOf(path);
        } catch (ConfigException e) {
            throw where.error(data, "file", "file: " + e.getMessage());
        }
        long rest = whole - offset;
        long size = length == null ? rest : length.bytes();
        if (rest < 0 || size > rest) {
            throw where.error(
                    data,
                    length == null ? "offset" : "size",
                    "file: " + path + " has " + Counted.of(whole, "byte") + "; it ends before byte "
                            + (length == null ? offset : Saturating.plus(offset, size)));
        }
        checkSize(data, where, "file", size);
        return new FileData(path, offset, (int) size, type);
    }

    private DataSource image(DataFile data, Located where) {
        only(data, where, "image", Set.of());
        Path path = resolve(data, where, "image", Objects.requireNonNull(data.image()));
        if (!Files.isRegularFile(path)) {
            throw where.error(data, "image", "image: " + path + ": no such file");
        }
        if (path.toFile().length() > MAX_BYTES) {
            throw where.error(data, "image", "image: " + path + " is larger than the 1 GiB that a file may have");
        }
        try (ImageInputStream in = ImageIO.createImageInputStream(path.toFile())) {
            Iterator<ImageReader> readers =
                    in == null ? List.<ImageReader>of().iterator() : ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw where.error(
                        data, "image", "image: " + path + " is no picture that Java can read (PNG, JPEG, GIF, BMP)");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                checkPicture(data, where, path, reader.getWidth(0), reader.getHeight(0));
                return new FixedData(DataType.U8, rgba(reader.read(0)));
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            if (e instanceof ConfigException fault) {
                throw fault;
            }
            throw where.error(data, "image", "image: " + path + " cannot be decoded: " + e.getMessage());
        }
    }

    /** Refuses by its header what would not fit: forty bytes of a GIF can claim a gigabyte, and decoding needs twice that. */
    private static void checkPicture(DataFile data, Located where, Path path, int width, int height) {
        if (4L * width * height > MAX_PICTURE_BYTES) {
            throw where.error(
                    data,
                    "image",
                    "image: " + path + " has " + width + " x " + height
                            + " pixels; a picture may have 67108864 (8192 x 8192): give larger ones as 'file', raw");
        }
    }

    private static byte[] rgba(BufferedImage image) {
        int width = image.getWidth();
        byte[] bytes = new byte[4 * width * image.getHeight()];
        int[] row = new int[width];
        int at = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            image.getRGB(0, y, width, 1, row, 0, width);
            for (int argb : row) {
                bytes[at++] = (byte) (argb >>> 16);
                bytes[at++] = (byte) (argb >>> 8);
                bytes[at++] = (byte) argb;
                bytes[at++] = (byte) (argb >>> 24);
            }
        }
        return bytes;
    }

    private Path resolve(DataFile data, Located where, String key, String name) {
        try {
            Path path = Path.of(name);
            if (directory == null && !path.isAbsolute()) {
                throw where.error(data, key, key + ": '" + name + "' is relative, but this stream is not a file");
            }
            Path resolved = directory == null ? path : directory.resolve(path);
            files.add(resolved);
            return resolved;
        } catch (InvalidPathException e) {
            throw where.error(data, key, key + ": '" + name + "' is not a file name");
        }
    }

    private static DataType type(DataFile data, Located where) {
        DataType type = data.type();
        if (type == null) {
            throw where.node(data).error("data: missing key 'type', one of u8, u16, u32, u64, i32, f32");
        }
        return type;
    }

    /** Refuses the keys of other forms and patterns. */
    private static void only(DataFile data, Located where, String form, Set<String> allowed) {
        Map<String, Object> optional = new LinkedHashMap<>();
        put(optional, "start", data.start());
        put(optional, "step", data.step());
        put(optional, "value", data.value());
        put(optional, "seed", data.seed());
        put(optional, "count", data.count());
        put(optional, "offset", data.offset());
        put(optional, "size", data.size());
        if (form.equals("image")) {
            put(optional, "type", data.type());
        }
        for (String key : optional.keySet()) {
            if (!allowed.contains(key)) {
                throw where.error(data, key, "data: '" + key + "' does not go with '" + form + "'");
            }
        }
    }

    private static void put(Map<String, Object> map, String key, @Nullable Object value) {
        if (value != null) {
            map.put(key, value);
        }
    }

    private static void checkSize(DataFile data, Located where, String key, long size) {
        if (size > MAX_BYTES) {
            throw where.error(data, key, "data: " + size + " bytes are more than the 1 GiB that one item may have");
        }
    }
}
