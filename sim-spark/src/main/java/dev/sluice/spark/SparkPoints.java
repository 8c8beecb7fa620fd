// SPDX-License-Identifier: Apache-2.0
package dev.sluice.spark;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.sweep.Journal;
import dev.sluice.cli.sweep.Point;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.PointRunner;
import dev.sluice.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Function2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Runs points as a job of Spark: a task each, so that a machine that is lost costs the points it was at, which Spark gives to
 * another. A record is in the journal when its task is done, once, whatever Spark repeats.
 */
final class SparkPoints implements PointRunner {
    /** Tasks of a job: beyond it a task has several points. */
    private static final int MOST_TASKS = 100_000;

    private final Session session;
    private final SparkConf conf;

    /**
     * A runner.
     *
     * @param conf master and whatever else is said of Spark
     */
    SparkPoints(Session session, SparkConf conf) {
        this.session = session;
        this.conf = conf;
    }

    @Override
    public boolean run(List<Point> points, Journal journal) {
        AtomicInteger done = new AtomicInteger();
        return session.visibly(
                () -> Quantity.count(done.get()) + " of " + Quantity.count(points.size()) + " points on "
                        + conf.get("spark.master"),
                () -> runJob(points, journal, done));
    }

    private boolean runJob(List<Point> points, Journal journal, AtomicInteger done) {
        boolean[] stopped = {false};
        try (JavaSparkContext context = new JavaSparkContext(conf)) {
            session.interrupt().watch(() -> {
                stopped[0] = true;
                if (!context.sc().isStopped()) {
                    context.sc().cancelAllJobs();
                }
            });
            Function2<Object, String[], BoxedUnit> keep = new AbstractFunction2<>() {
                @Override
                public BoxedUnit apply(Object partition, String[] lines) {
                    List<PointRecord> records = new ArrayList<>();
                    for (String line : lines) {
                        PointRecord record = PointRecord.of(line);
                        if (record == null) {
                            throw new IllegalStateException("a worker answered with what is no record: " + line);
                        }
                        records.add(record);
                    }
                    journal.append(records);
                    done.addAndGet(records.size());
                    return BoxedUnit.UNIT;
                }
            };
            int tasks = Math.min(points.size(), MOST_TASKS);
            Seq<Object> partitions = CollectionConverters.asScala(IntStream.range(0, tasks)
                            .<Object>mapToObj(Integer::valueOf)
                            .toList())
                    .toSeq();
            ClassTag<String[]> lines = ClassTag$.MODULE$.apply(String[].class);
            context.sc().runJob(context.parallelize(points, tasks).rdd(), new PointTask(), partitions, keep, lines);
            return true;
        } catch (Exception e) {
            // what Spark throws is checked in Scala, where the compiler does not see it
            if (stopped[0]) {
                return false;
            }
            if (e instanceof SparkException || e instanceof java.io.IOException) {
                throw new ConfigException(
                        "spark " + conf.get("spark.master"),
                        firstLine(e) + "; what is done stays done: --resume goes on");
            }
            throw e;
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse(e.getClass().getSimpleName());
    }
}
