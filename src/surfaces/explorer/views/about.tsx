import { ExploreAboutDocument } from '../../../../built/documents.js'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { People } from '../parts/people.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { Related } from '../parts/related.tsx'
import { Loading } from '../parts/states.tsx'
import { Part } from './optional-section.tsx'

/** Search results for a topic, where no source lists an object's posts. */
export const About = ({ keyword }: { keyword: string }) => {
  const answer = useQuery(ExploreAboutDocument, { keyword })
  if (answer.isLoading) return <Loading what="posts about the topic" />
  return (
    <>
      <p class="quiet intro">
        No source tells which posts use an effect. This is what search finds about <q dir="auto">{keyword}</q>.
      </p>
      <Part answer={answer} of={answer.data?.search?.posts?.nodes} field="posts">
        {(posts) =>
          posts.length > 0 && (
            <section aria-labelledby="about-posts">
              <h2 id="about-posts">Posts about the topic</h2>
              <Related posts={posts} />
              <PostGrid posts={posts} />
              <p>
                <Link to={{ view: 'search', keyword, among: 'posts' }}>
                  All posts for “<bdi>{keyword}</bdi>”
                </Link>
              </p>
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={answer.data?.search?.users?.nodes} field="users">
        {(people) =>
          people.length > 0 && (
            <section aria-labelledby="about-creators">
              <h2 id="about-creators">Creators about the topic</h2>
              <People people={people} />
            </section>
          )
        }
      </Part>
    </>
  )
}
