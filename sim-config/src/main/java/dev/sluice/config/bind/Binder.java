// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Size;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills Java records from a file's tree: each component is a key.
 *
 * <p>A component may be a number, a text, an enum, a unit, a record, a {@code List} or {@code Map} of these, a
 * {@link OneKey} or a raw {@link Node}. All faults of a file are collected; the exception carries the first and lists
 * the others.
 */
public final class Binder {
    /** YAML 1.1's key that merges a mapping into the one it stands in, which YAML 1.2 does not have. */
    private static final String MERGE = "<<";

    private static final Pattern ONE_WORD = Pattern.compile("[\\w.-]{1,60}");

    private final List<ConfigException> faults = new ArrayList<>();
    private final Located where;
    /** Places of items with faults: the rounds of a repetition stand at one place, which is named once. */
    private final Set<Position> faulty = new HashSet<>();
    /** Whether constants are written by their names where it reads now. */
    private boolean capitals;

    private Binder(Node root) {
        this.where = new Located(root);
    }

    /**
     * Binds {@code node} to a new {@code type}.
     *
     * @throws ConfigException for anything that does not fit
     */
    public static <T extends Record> BoundRecord<T> bind(Node node, Class<T> type) {
        Binder binder = new Binder(node);
        Object value = binder.value(node, type, "");
        if (!binder.faults.isEmpty() || value == null) {
            throw ConfigException.of(binder.faults);
        }
        return new BoundRecord<>(type.cast(value), binder.where);
    }

    /** A {@code type} of which the file says nothing, all of whose keys may be absent. */
    public static <T extends Record> T defaults(Class<T> type) {
        return bind(new MapNode(new Position("defaults", 1, 1), Map.of()), type).value();
    }

    /** What a component holds when its key is absent; null where the key must be there. */
    static @Nullable Object absent(RecordShape.Slot slot) {
        MapNode nothing = MapNode.of(Map.of());
        return new Binder(nothing).absent(slot, nothing, "");
    }

    /** The value, or null when a fault was noted. */
    private @Nullable Object value(Node node, Type type, String path) {
        if (type instanceof ParameterizedType generic) {
            Type argument = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (generic.getRawType() == List.class) {
                return list(node, argument, path);
            }
            return generic.getRawType() == Map.class
                    ? map(node, argument, path)
                    : oneKey(node, (Class<?>) argument, path);
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted == Node.class || (Node.class.isAssignableFrom(wanted) && wanted.isInstance(node))) {
            return node;
        }
        if (Scalars.knows(wanted) || Node.class.isAssignableFrom(wanted)) {
            return scalar(node, wanted, path);
        }
        return record(node, wanted, path);
    }

    private @Nullable Object scalar(Node node, Class<?> type, String path) {
        if (!Scalars.knows(type) || !(node instanceof ScalarNode scalar)) {
            String expected = type == MapNode.class
                    ? "a mapping"
                    : type == ListNode.class ? "a list" : type == ScalarNode.class ? "a single value" : noun(type);
            return fault(node.error(at(path) + "expected " + expected + ", got " + node.describe()));
        }
        try {
            return Scalars.convert(scalar, type, capitals, path.isEmpty() ? "value" : path);
        } catch (ConfigException e) {
            return fault(e);
        }
    }

    private @Nullable Object list(Node node, Type item, String path) {
        if (!(node instanceof ListNode list)) {
            return fault(node.error(at(path) + "expected a list, got " + node.describe() + asList(node, item)));
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < list.items().size(); i++) {
            Node written = list.items().get(i);
            if (faulty.contains(written.position())) {
                continue;
            }
            int before = faults.size();
            Object value = value(written, item, path + "[" + i + "]");
            if (value != null) {
                values.add(value);
            }
            if (faults.size() > before) {
                faulty.add(written.position());
            }
        }
        return Collections.unmodifiableList(values);
    }

    /** The list that was meant, where one word stands for its only item. */
    private static String asList(Node node, Type item) {
        return item instanceof Class<?> type
                        && Scalars.knows(type)
                        && node instanceof ScalarNode scalar
                        && ONE_WORD.matcher(scalar.text()).matches()
                ? "; write [" + scalar.text() + "]"
                : "";
    }

    private @Nullable Object map(Node node, Type item, String path) {
        if (!(node instanceof MapNode map)) {
            return fault(node.error(at(path) + "expected a mapping, got " + node.describe()));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (MapNode.Entry entry : map.entries()) {
            Object value = value(entry.value(), item, under(path, entry.key()));
            if (value != null) {
                values.put(entry.key(), value);
            }
        }
        return Collections.unmodifiableMap(values);
    }

    private @Nullable Object record(Node node, Class<?> type, String path) {
        RecordShape shape = RecordShape.of(type);
        if (node instanceof ScalarNode scalar && scalar.isNull()) {
            // `storeFence:` with nothing behind it is an empty mapping
            return record(new MapNode(node.position(), Map.of()), type, path);
        }
        String shorthand = shape.shorthand();
        if (shorthand != null && !(node instanceof MapNode)) {
            Position here = node.position();
            MapNode.Entry entry = new MapNode.Entry(shorthand, here, node);
            return record(new MapNode(here, Map.of(shorthand, entry)), type, path);
        }
        if (!(node instanceof MapNode map)) {
            return fault(node.error(at(path) + "expected a mapping with the keys " + String.join(", ", shape.keys())
                    + ", got " + node.describe()));
        }
        int before = faults.size();
        unknownKeys(map, shape, path);
        Object[] values = new Object[shape.slots().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = component(shape.slots().get(i), map, path);
        }
        return faults.size() > before ? null : create(shape.constructor(), values, node, path);
    }

    private void unknownKeys(MapNode map, RecordShape shape, String path) {
        Set<String> known = shape.keys();
        for (MapNode.Entry entry : map.entries()) {
            String key = entry.key();
            if (known.contains(key)) {
                continue;
            }
            if (key.equals(MERGE)) {
                faults.add(entry.keyPosition()
                        .error(at(path) + "'" + MERGE + "' merges nothing here; write the keys out"));
            } else if (shape.notModelled().contains(key)) {
                faults.add(entry.keyPosition().error(at(path) + "'" + key + "' is not modelled by this version"));
            } else {
                Set<String> free = new LinkedHashSet<>(known);
                free.removeIf(given -> map.entry(given) != null);
                // a slip means a key that is not there yet; for anything else all of them are worth seeing
                String hint = free.isEmpty() || !Nearest.likely(key, free)
                        ? Nearest.hint(key, known)
                        : Nearest.hint(key, free);
                faults.add(entry.keyPosition().error(at(path) + "unknown key '" + key + "'" + hint));
            }
        }
    }

    private @Nullable Object component(RecordShape.Slot slot, MapNode map, String path) {
        String key = slot.key();
        Node node = map.get(key);
        boolean nothing = node instanceof ScalarNode scalar && scalar.isNull() && !slot.mayBeEmpty();
        if (node == null || (nothing && slot.optional())) {
            return absent(slot, map, path);
        }
        if (nothing) {
            return fault(node.error(at(path) + "the key '" + key + "' has no value"));
        }
        return component(slot, node, under(path, key));
    }

    private @Nullable Object component(RecordShape.Slot slot, Node node, String path) {
        // one item where a list may stand is a list of it
        Node whole =
                slot.oneOrMany() && !(node instanceof ListNode) ? new ListNode(node.position(), List.of(node)) : node;
        boolean around = capitals;
        capitals = slot.capitals();
        Object value = value(chosen(slot, whole), slot.type(), path);
        capitals = around;
        return value == null ? null : checked(slot, value, node, path);
    }

    /** One value where a mapping that chooses may stand is the mapping with that choice. */
    private static Node chosen(RecordShape.Slot slot, Node node) {
        String key = slot.chooses();
        return key == null || !(node instanceof ScalarNode) ? node : MapNode.of(Map.of(key, node));
    }

    private @Nullable Object absent(RecordShape.Slot slot, MapNode map, String path) {
        RecordShape.Literal fallback = slot.fallback();
        if (fallback != null) {
            return value(chosen(slot, literal(fallback, map)), slot.type(), under(path, slot.key()));
        }
        if (slot.nullable()) {
            return null;
        }
        if (slot.raw() == List.class) {
            return List.of();
        }
        if (slot.raw() == Map.class) {
            return Map.of();
        }
        return fault(map.error(at(path) + "missing key '" + slot.key() + "'"));
    }

    private static Node literal(RecordShape.Literal literal, MapNode map) {
        return switch (literal.kind()) {
            case MAPPING -> new MapNode(map.position(), Map.of());
            case LIST -> {
                List<Node> numbers = new ArrayList<>();
                String text = literal.text();
                for (String number : text.substring(1, text.length() - 1).split(", ", -1)) {
                    numbers.add(new ScalarNode(map.position(), ScalarNode.Kind.INTEGER, number, null));
                }
                yield new ListNode(map.position(), numbers);
            }
            case BOOLEAN -> new ScalarNode(map.position(), ScalarNode.Kind.BOOLEAN, literal.text(), null);
            case INTEGER -> new ScalarNode(map.position(), ScalarNode.Kind.INTEGER, literal.text(), null);
            case DECIMAL -> new ScalarNode(map.position(), ScalarNode.Kind.DECIMAL, literal.text(), null);
            case TEXT -> new ScalarNode(map.position(), ScalarNode.Kind.TEXT, literal.text(), null);
        };
    }

    private @Nullable Object checked(RecordShape.Slot slot, Object value, Node node, String path) {
        Long number = value instanceof Size size
                ? Long.valueOf(size.bytes())
                : value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : null;
        if (number == null) {
            return value;
        }
        Long min = slot.min();
        if (min != null && number < min) {
            return fault(node.error(at(path) + value + " is too small; at least " + min + " is needed"));
        }
        Long max = slot.max();
        if (max != null && number > max) {
            return fault(node.error(at(path) + value + " is too large; at most " + max + " is possible"));
        }
        if (slot.powerOfTwo() && Long.bitCount(number) != 1) {
            return fault(node.error(at(path) + value + " is not a power of two"));
        }
        return value;
    }

    private @Nullable Object create(Constructor<?> constructor, @Nullable Object[] values, Node node, String path) {
        try {
            Object created = constructor.newInstance(values);
            where.put(created, node);
            return created;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException problem) {
                return fault(node.error(at(path) + problem.getMessage()));
            }
            throw new IllegalStateException(constructor.getName(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor.getName(), e);
        }
    }

    private @Nullable Object oneKey(Node node, Class<?> sealed, String path) {
        Map<String, Class<?>> choices = Shape.choices(sealed);
        if (node instanceof ScalarNode scalar && !scalar.isNull()) {
            // a bare `- storeFence` says the same as `- storeFence: {}`
            MapNode nothing = new MapNode(node.position(), Map.of());
            MapNode.Entry bare = new MapNode.Entry(scalar.text(), scalar.position(), nothing);
            return chosen(bare, Map.of(), node, sealed, path);
        }
        if (!(node instanceof MapNode map)) {
            return fault(node.error(at(path) + "expected a mapping with one key, " + Nearest.oneOf(choices.keySet())
                    + "; got " + node.describe()));
        }
        List<MapNode.Entry> entries = new ArrayList<>(map.entries());
        Map<String, Object> beside = beside(map, entries, path);
        if (beside == null) {
            return null;
        }
        if (entries.isEmpty()) {
            return fault(node.error(at(path) + (map.size() == 0 ? "the mapping is empty" : "nothing says what this is")
                    + "; expected one key, " + Nearest.oneOf(choices.keySet())));
        }
        MapNode.Entry entry = entries.get(0);
        if (entries.size() > 1) {
            MapNode.Entry second = entries.get(1);
            String hint = choices.containsKey(second.key()) ? "; each is an item of its own" : besideHint(second.key());
            return fault(second.keyPosition()
                    .error(at(path) + "unexpected key '" + second.key() + "' beside '" + entry.key() + "'" + hint));
        }
        return chosen(entry, beside, node, sealed, path);
    }

    /** Takes the keys out of {@code entries} that stand beside the one; null when a fault was noted. */
    private @Nullable Map<String, Object> beside(MapNode map, List<MapNode.Entry> entries, String path) {
        Map<String, Object> values = new LinkedHashMap<>();
        // with no other key `label: text` is an operation of its own
        boolean alone = map.entries().stream().allMatch(entry -> OneKey.beside().containsKey(entry.key()));
        for (Map.Entry<String, Class<?>> known : OneKey.beside().entrySet()) {
            MapNode.Entry entry = map.entry(known.getKey());
            if (entry == null || (alone && entry.key().equals(OneKey.LABEL))) {
                continue;
            }
            entries.removeIf(other -> other.key().equals(known.getKey()));
            Object value = value(entry.value(), known.getValue(), under(path, known.getKey()));
            if (value == null) {
                return null;
            }
            values.put(known.getKey(), value);
        }
        return values;
    }

    private static String besideHint(String key) {
        String near = Nearest.of(key, OneKey.beside().keySet());
        return near != null && Nearest.distance(key, near) <= 2 ? "; did you mean '" + near + "'?" : "";
    }

    private @Nullable Object chosen(
            MapNode.Entry entry, Map<String, Object> beside, Node whole, Class<?> sealed, String path) {
        Map<String, Class<?>> choices = Shape.choices(sealed);
        String key = entry.key();
        Class<?> type = choices.get(key);
        if (type == null) {
            Doc noun = sealed.getAnnotation(Doc.class);
            String what = noun == null ? "key" : noun.value();
            return fault(entry.keyPosition()
                    .error(
                            Shape.notModelled(sealed).contains(key)
                                    ? at(path) + "'" + key + "' is not modelled by this version"
                                    : at(path) + "unknown " + what + " '" + key + "'"
                                            + Nearest.hint(key, choices.keySet())));
        }
        Object bound = value(entry.value(), type, under(path, key));
        if (bound == null) {
            return null;
        }
        OneKey<Object> result = new OneKey<>(
                key,
                bound,
                (String) beside.get(OneKey.LABEL),
                (String) beside.get(OneKey.SOURCE),
                Boolean.TRUE.equals(beside.get(OneKey.APPROXIMATE)),
                (Recorded) beside.getOrDefault(OneKey.RECORDED, Recorded.NOTHING));
        where.put(result, whole);
        return result;
    }

    private static String noun(Class<?> type) {
        if (type == String.class) {
            return "a text";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isEnum()) {
            return "a name";
        }
        return type.getPackage() == Size.class.getPackage() ? "a number with a unit" : "a number";
    }

    private @Nullable Object fault(ConfigException fault) {
        faults.add(fault);
        return null;
    }

    private static String at(String path) {
        return path.isEmpty() ? "" : path + ": ";
    }

    private static String under(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
