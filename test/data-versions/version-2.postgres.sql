CREATE SCHEMA clipgraph;
SET search_path = clipgraph;
CREATE TABLE store_version (version bigint NOT NULL, tables bigint NOT NULL, partitions bigint NOT NULL);
INSERT INTO store_version (version,tables,partitions) VALUES
('2','2','0');
CREATE TABLE users (pk bigint NOT NULL, handle text COLLATE "C", user_id text COLLATE "C" NOT NULL, username text COLLATE "C" NOT NULL, display_name text COLLATE "C", website_url text COLLATE "C", followers bigint, following bigint, total_likes bigint, total_videos bigint, verified bigint, is_private bigint, bio text COLLATE "C", avatar_url text COLLATE "C", avatar_thumb_url text COLLATE "C", country text COLLATE "C", language text COLLATE "C", is_private_by_id bigint, has_id bigint NOT NULL DEFAULT 1, listed_videos bigint NOT NULL DEFAULT 0, listed_likes bigint NOT NULL DEFAULT 0, known_lists bigint NOT NULL DEFAULT 0, collected_at bigint, source bigint, older text COLLATE "C");
INSERT INTO users (pk,handle,user_id,username,display_name,website_url,followers,following,total_likes,total_videos,verified,is_private,bio,avatar_url,avatar_thumb_url,country,language,is_private_by_id,has_id,listed_videos,listed_likes,known_lists,collected_at,source,older) VALUES
('1','maker2','682','maker2','Maker 2',NULL,'2010','1','100','2',NULL,NULL,'bio of 2',NULL,NULL,NULL,NULL,NULL,'1','3','3000','0','1781049600','1',NULL),
('3','maker4','684','maker4','Maker 4',NULL,'4010','1','100','2',NULL,NULL,'bio of 4',NULL,NULL,NULL,NULL,NULL,'1','3','3000','0','1781049600','1',NULL),
('2','maker3','683','maker3','Maker 3',NULL,'3012','1','120','2',NULL,NULL,'bio of 3',NULL,NULL,NULL,NULL,NULL,'1','3','3600','0','1781222400','2',NULL),
('4','maker1','681','maker1','Maker 1',NULL,'1012','1','120','2',NULL,NULL,'bio of 1',NULL,NULL,NULL,NULL,NULL,'1','3','3600','0','1781222400','2',NULL),
('5','known.by.handle','9074749164352467412','known.by.handle',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'0','1','1200','0','1781222400','2',NULL);
CREATE TABLE user_variants (user_pk bigint NOT NULL, region text COLLATE "C" NOT NULL, display_name text COLLATE "C", bio text COLLATE "C", website_url text COLLATE "C");
CREATE TABLE sounds (pk bigint NOT NULL, sound_id text COLLATE "C", title text COLLATE "C", author text COLLATE "C", duration_seconds bigint, is_original bigint, is_copyrighted bigint, posts_count bigint NOT NULL, cover_url text COLLATE "C", play_url text COLLATE "C", published_at bigint, hot_rank bigint, new_rank bigint, collected_at bigint, source bigint, older text COLLATE "C");
INSERT INTO sounds (pk,sound_id,title,author,duration_seconds,is_original,is_copyrighted,posts_count,cover_url,play_url,published_at,hot_rank,new_rank,collected_at,source,older) VALUES
('3','773','Song 3','A band',NULL,'0',NULL,'3',NULL,NULL,'1780003000','2','2','1781049600','1',NULL),
('1','771','Song 1','A band',NULL,'0',NULL,'3',NULL,NULL,'1780001000','4','4','1781049600','1',NULL),
('2','772','Song 2','A band',NULL,'0',NULL,'3',NULL,NULL,'1780002000','3','3','1781222400','2',NULL),
('4','770','Song 0','A band',NULL,'0',NULL,'4',NULL,NULL,'1780004000','1','1','1781222400','2',NULL);
CREATE TABLE places (pk bigint NOT NULL, place_id text COLLATE "C" NOT NULL, name text COLLATE "C", address text COLLATE "C", city_code text COLLATE "C", country_code text COLLATE "C", posts_count bigint NOT NULL, collected_at bigint, source bigint, older text COLLATE "C");
CREATE TABLE hashtags (pk bigint NOT NULL, hashtag_id text COLLATE "C", name text COLLATE "C", canonical_name text COLLATE "C", named_at bigint);
INSERT INTO hashtags (pk,hashtag_id,name,canonical_name,named_at) VALUES
('1','501','wood','wood','1781222400'),
('3','512','Bread2','bread2','1781222400'),
('2','511','Bread1','bread1','1781222400'),
('4','510','Bread0','bread0','1781222400');
CREATE TABLE all_posts (pk bigint NOT NULL, author_pk bigint, sound_pk bigint, place_pk bigint, is_hidden bigint NOT NULL DEFAULT 0, is_private bigint, country text COLLATE "C", language text COLLATE "C", author_handle text COLLATE "C", sound_facts text COLLATE "C", id_order bigint NOT NULL, post_id text COLLATE "C", caption text COLLATE "C", created_at bigint NOT NULL, is_ad bigint, plays bigint, likes bigint, comments bigint, shares bigint, saves bigint, reposts bigint, cover_url text COLLATE "C", share_url text COLLATE "C", hashtags text COLLATE "C" NOT NULL, duration_seconds bigint, video_height bigint, video_width bigint, collected_at bigint, source bigint, older text COLLATE "C");
INSERT INTO all_posts (pk,author_pk,sound_pk,place_pk,is_hidden,is_private,country,language,author_handle,sound_facts,id_order,post_id,caption,created_at,is_ad,plays,likes,comments,shares,saves,reposts,cover_url,share_url,hashtags,duration_seconds,video_height,video_width,collected_at,source,older) VALUES
('1','1','1',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853761','7400000000000000001','Video 1 by 2 #wood #Bread1','1780001000',NULL,'12340','1000','3','1',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"511","name":"Bread1"}]','11','1024','576','1781049600','1',NULL),
('3','3','3',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853763','7400000000000000003','Video 3 by 4 #wood #Bread0','1780003000',NULL,'37020','1000','3','3',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"510","name":"Bread0"}]','13','1024','576','1781049600','1',NULL),
('5','1','1',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853765','7400000000000000005','Video 5 by 2 #wood #Bread2','1780005000',NULL,NULL,'1000','3','5',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"512","name":"Bread2"}]','15','1024','576','1781049600','1',NULL),
('7','3','3',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853767','7400000000000000007','Video 7 by 4 #wood #Bread1','1780007000',NULL,'86380','1000','3','7',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"511","name":"Bread1"}]','17','1024','576','1781049600','1',NULL),
('9','1','1',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853769','7400000000000000009','Video 9 by 2 #wood #Bread0','1780009000',NULL,'111060','1000','3','9',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"510","name":"Bread0"}]','19','1024','576','1781049600','1',NULL),
('11','3','3',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853771','7400000000000000011','Video 11 by 4 #wood #Bread2','1780011000',NULL,'135740','1000','3','11',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"512","name":"Bread2"}]','21','1024','576','1781049600','1',NULL),
('13','5','4',NULL,'0',NULL,NULL,NULL,'known.by.handle',NULL,'22862276853780','7400000000000000020','Video 20 by 9 #wood #Bread2','1780020000',NULL,'296160','1200','3','20',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"512","name":"Bread2"}]','30','1024','576','1781222400','2',NULL),
('2','2','2',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853762','7400000000000000002','Video 2 by 3 #wood #Bread2','1780002000',NULL,'29616','1200','3','2',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"512","name":"Bread2"}]','12','1024','576','1781222400','2',NULL),
('4','4','4',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853764','7400000000000000004','Video 4 by 1 #wood #Bread1','1780004000',NULL,'59232','1200','3','4',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"511","name":"Bread1"}]','14','1024','576','1781222400','2',NULL),
('6','2','2',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853766','7400000000000000006','Video 6 by 3 #wood #Bread0','1780006000',NULL,'88848','1200','3','6',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"510","name":"Bread0"}]','16','1024','576','-998219994000','2',NULL),
('8','4','4',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853768','7400000000000000008','Video 8 by 1 #wood #Bread2','1780008000',NULL,'118464','1200','3','8',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"512","name":"Bread2"}]','18','1024','576','1781222400','2',NULL),
('10','2','2',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853770','7400000000000000010','Video 10 by 3 #wood #Bread1','1780010000',NULL,'148080','1200','3','10',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"511","name":"Bread1"}]','20','1024','576','1781222400','2',NULL),
('12','4','4',NULL,'0',NULL,NULL,NULL,NULL,NULL,'22862276853772','7400000000000000012','Video 12 by 1 #wood #Bread0','1780012000',NULL,'177696','1200','3','12',NULL,NULL,NULL,'@video','[{"id":"501","name":"wood"},{"id":"510","name":"Bread0"}]','22','1024','576','1781222400','2',NULL);
CREATE TABLE hashtag_posts (hashtag_pk bigint NOT NULL, created_at bigint NOT NULL, id_order bigint NOT NULL, post_pk bigint NOT NULL);
INSERT INTO hashtag_posts (hashtag_pk,created_at,id_order,post_pk) VALUES
('1','1780001000','22862276853761','1'),
('2','1780001000','22862276853761','1'),
('1','1780002000','22862276853762','2'),
('3','1780002000','22862276853762','2'),
('1','1780003000','22862276853763','3'),
('4','1780003000','22862276853763','3'),
('1','1780004000','22862276853764','4'),
('2','1780004000','22862276853764','4'),
('1','1780005000','22862276853765','5'),
('3','1780005000','22862276853765','5'),
('1','1780006000','22862276853766','6'),
('4','1780006000','22862276853766','6'),
('1','1780007000','22862276853767','7'),
('2','1780007000','22862276853767','7'),
('1','1780008000','22862276853768','8'),
('3','1780008000','22862276853768','8'),
('1','1780009000','22862276853769','9'),
('4','1780009000','22862276853769','9'),
('1','1780010000','22862276853770','10'),
('2','1780010000','22862276853770','10'),
('1','1780011000','22862276853771','11'),
('3','1780011000','22862276853771','11'),
('1','1780012000','22862276853772','12'),
('4','1780012000','22862276853772','12'),
('1','1780020000','22862276853780','13'),
('3','1780020000','22862276853780','13');
CREATE TABLE reposts (user_pk bigint NOT NULL, reposted_at bigint NOT NULL, id_order bigint NOT NULL, post_pk bigint NOT NULL);
CREATE TABLE followers (user_pk bigint NOT NULL, page_time bigint NOT NULL, follower_pk bigint NOT NULL, followed_at bigint NOT NULL);
CREATE TABLE follower_counts (user_pk bigint NOT NULL, listed bigint NOT NULL);
CREATE TABLE all_collections (pk bigint NOT NULL, user_pk bigint, place_in_list bigint NOT NULL, owner text COLLATE "C", collection_id text COLLATE "C" NOT NULL, name text COLLATE "C", posts_count bigint, cover_url text COLLATE "C", collected_at bigint, source bigint, older text COLLATE "C");
CREATE TABLE collection_posts (collection_pk bigint NOT NULL, place_in_list bigint NOT NULL, post_pk bigint NOT NULL);
CREATE TABLE all_live_rooms (pk bigint NOT NULL, user_pk bigint NOT NULL, streamer_handle text COLLATE "C", room_id text COLLATE "C" NOT NULL, title text COLLATE "C", status bigint NOT NULL, viewer_count bigint, like_count bigint, cover_url text COLLATE "C", collected_at bigint, source bigint, older text COLLATE "C");
INSERT INTO all_live_rooms (pk,user_pk,streamer_handle,room_id,title,status,viewer_count,like_count,cover_url,collected_at,source,older) VALUES
('1','4',NULL,'7620000000000001','Live by 1','2','3',NULL,NULL,'1781222400','3',NULL);
CREATE TABLE effects (pk bigint NOT NULL, effect_id text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, publish_time bigint, tags text COLLATE "C" NOT NULL, user_count bigint, icon_url text COLLATE "C", collected_at bigint, source bigint, older text COLLATE "C");
CREATE TABLE relations (list text COLLATE "C" NOT NULL, owner text COLLATE "C" NOT NULL, member text COLLATE "C" NOT NULL, "position" bigint NOT NULL);
CREATE TABLE stale_lists (kind bigint NOT NULL, pk bigint NOT NULL);
CREATE TABLE sources (pk bigint NOT NULL, name text COLLATE "C" NOT NULL, collected_from bigint, collected_to bigint);
INSERT INTO sources (pk,name,collected_from,collected_to) VALUES
('1','first.json','1781049600','1781049600'),
('2','second.json','1781222400','1781222400'),
('3','room.json','1781222400','1781222400');
CREATE TABLE handles (handle text COLLATE "C" NOT NULL, user_pk bigint NOT NULL, claimed_from bigint, claimed_at bigint, is_private bigint, is_private_at bigint);
INSERT INTO handles (handle,user_pk,claimed_from,claimed_at,is_private,is_private_at) VALUES
('maker2','1','1781049600','1781049600',NULL,NULL),
('maker4','3','1781049600','1781049600',NULL,NULL),
('maker3','2','-998219994000','1781222400',NULL,NULL),
('maker1','4','1781049600','1781222400',NULL,NULL);
CREATE TABLE hashtag_names (name text COLLATE "C" NOT NULL, hashtag_pk bigint NOT NULL);
INSERT INTO hashtag_names (name,hashtag_pk) VALUES
('wood','1'),
('bread1','2'),
('bread2','3'),
('bread0','4');
CREATE TABLE imports (pk bigint NOT NULL, inputs text COLLATE "C" NOT NULL, passed bigint NOT NULL, counts text COLLATE "C" NOT NULL, started_at bigint NOT NULL, finished_at bigint);
INSERT INTO imports (pk,inputs,passed,counts,started_at,finished_at) VALUES
('3','["room.json"]','1','{"counts":{"read":{"post":0,"user":0,"sound":0,"place":0,"live_room":1,"effect":0,"collection":0,"relation":0},"tally":{"posts":{"new":0,"changed":0},"users":{"new":0,"changed":0},"sounds":{"new":0,"changed":0},"places":{"new":0,"changed":0},"hashtags":{"new":0,"changed":0},"live_rooms":{"new":1,"changed":0},"effects":{"new":0,"changed":0},"collections":{"new":0,"changed":0},"relations":{"new":0,"changed":0}},"skipped":[],"refused":0,"incomplete":{"count":0,"first":[],"last":null},"removed":0,"cut":0,"missing":{"caption":0,"created_at":0,"author":0,"author_refused":0,"sound":0,"sound_id":0,"hashtag_id":0,"is_ad":0,"plays":0,"likes":0,"comments":0,"shares":0,"saves":0,"reposts":0,"cover_url":0,"share_url":0,"share_url_derived":0,"duration_seconds":0,"frame_size":0},"unread":{},"tied":[]}}','1795915576','1795915577'),
('1','["first.json"]','12','{"counts":{"read":{"post":12,"user":0,"sound":0,"place":0,"live_room":0,"effect":0,"collection":0,"relation":0},"tally":{"posts":{"new":12,"changed":0},"users":{"new":4,"changed":0},"sounds":{"new":4,"changed":0},"places":{"new":0,"changed":0},"hashtags":{"new":4,"changed":0},"live_rooms":{"new":0,"changed":0},"effects":{"new":0,"changed":0},"collections":{"new":0,"changed":0},"relations":{"new":0,"changed":0}},"skipped":[],"refused":0,"incomplete":{"count":0,"first":[],"last":null},"removed":0,"cut":0,"missing":{"caption":0,"created_at":0,"author":0,"author_refused":0,"sound":0,"sound_id":0,"hashtag_id":0,"is_ad":12,"plays":1,"likes":0,"comments":0,"shares":0,"saves":12,"reposts":12,"cover_url":12,"share_url":0,"share_url_derived":12,"duration_seconds":0,"frame_size":0},"unread":{},"tied":[]}}','1795915573','1795915573'),
('2','["second.json"]','7','{"counts":{"read":{"post":7,"user":0,"sound":0,"place":0,"live_room":0,"effect":0,"collection":0,"relation":0},"tally":{"posts":{"new":1,"changed":6},"users":{"new":1,"changed":2},"sounds":{"new":0,"changed":0},"places":{"new":0,"changed":0},"hashtags":{"new":0,"changed":0},"live_rooms":{"new":0,"changed":0},"effects":{"new":0,"changed":0},"collections":{"new":0,"changed":0},"relations":{"new":0,"changed":0}},"skipped":[],"refused":0,"incomplete":{"count":0,"first":[],"last":null},"removed":0,"cut":0,"missing":{"caption":0,"created_at":0,"author":0,"author_refused":0,"sound":0,"sound_id":0,"hashtag_id":0,"is_ad":7,"plays":0,"likes":0,"comments":0,"shares":0,"saves":7,"reposts":7,"cover_url":7,"share_url":0,"share_url_derived":7,"duration_seconds":0,"frame_size":0},"unread":{},"tied":[]}}','1795915575','1795915575');
CREATE TABLE removals (kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, along_with text COLLATE "C" NOT NULL, removed_at bigint NOT NULL, why text COLLATE "C", until bigint);
CREATE TABLE generation (id text COLLATE "C" NOT NULL);
INSERT INTO generation (id) VALUES
('aa9f3ab2-9c40-4a74-a25d-c56c0f303c02');
CREATE TABLE dataset_facts (name text COLLATE "C" NOT NULL, value bigint);
INSERT INTO dataset_facts (name,value) VALUES
('places_count','0'),
('effects_count','0'),
('top_places_bound','0'),
('top_effects_bound','0'),
('sounds_count','4'),
('hashtags_count','4'),
('creators_count','5'),
('posts_count','13'),
('top_posts_bound','0'),
('top_sounds_bound','0'),
('top_hashtags_bound','0'),
('as_of','1781222400'),
('live_rooms_count','1'),
('top_live_rooms_bound','0'),
('top_creators_bound','0'),
('collections_count','0');
CREATE TABLE popular (kind text COLLATE "C" NOT NULL, rank bigint NOT NULL, pk bigint NOT NULL, weight bigint NOT NULL);
INSERT INTO popular (kind,rank,pk,weight) VALUES
('top_posts','1','13','296160'),
('top_posts','2','12','177696'),
('top_posts','3','10','148080'),
('top_posts','4','11','135740'),
('top_posts','5','8','118464'),
('top_posts','6','9','111060'),
('top_posts','7','6','88848'),
('top_posts','8','7','86380'),
('top_posts','9','4','59232'),
('top_posts','10','3','37020'),
('top_posts','11','2','29616'),
('top_posts','12','1','12340'),
('top_sounds','1','4','4'),
('top_sounds','2','1','3'),
('top_sounds','3','2','3'),
('top_sounds','4','3','3'),
('top_hashtags','1','1','13'),
('top_hashtags','2','3','5'),
('top_hashtags','3','4','4'),
('top_hashtags','4','2','4'),
('top_live_rooms','1','1','3'),
('top_creators','1','3','4010'),
('top_creators','2','2','3012'),
('top_creators','3','1','2010'),
('top_creators','4','4','1012');
CREATE TABLE search_stale (kind bigint NOT NULL, pk bigint NOT NULL);
CREATE TABLE search_sizes (kind bigint NOT NULL, documents bigint NOT NULL);
INSERT INTO search_sizes (kind,documents) VALUES
('1','13'),
('2','5'),
('3','1'),
('0','13');
CREATE TABLE search_words (id bigint NOT NULL, kind bigint NOT NULL, word text COLLATE "C" NOT NULL, documents bigint NOT NULL);
INSERT INTO search_words (id,kind,word,documents) VALUES
('1','2','@maker2','1'),
('2','2','maker2','1'),
('3','2','maker','4'),
('4','2','2','1'),
('5','2','bio','4'),
('6','2','of','4'),
('7','2','@maker3','1'),
('8','2','maker3','1'),
('9','2','3','1'),
('10','2','@maker4','1'),
('11','2','maker4','1'),
('12','2','4','1'),
('13','2','@maker1','1'),
('14','2','maker1','1'),
('15','2','1','1'),
('16','2','@known.by.handle','1'),
('17','2','known','1'),
('18','2','by','1'),
('19','2','handl','1'),
('20','2','knownbyhandl','1'),
('21','1','#wood','13'),
('22','1','wood','13'),
('23','1','#bread1','4'),
('24','1','bread1','4'),
('25','1','bread','13'),
('26','1','1','8'),
('27','1','@maker2','3'),
('28','1','maker2','3'),
('29','1','maker','12'),
('30','1','2','9'),
('31','1','song','13'),
('32','1','a','13'),
('33','1','band','13'),
('34','1','video','13'),
('35','1','by','13'),
('36','1','#bread2','5'),
('37','1','bread2','5'),
('38','1','@maker3','3'),
('39','1','maker3','3'),
('40','1','3','6'),
('41','1','#bread0','4'),
('42','1','bread0','4'),
('43','1','0','7'),
('44','1','@maker4','3'),
('45','1','maker4','3'),
('46','1','4','4'),
('47','1','@maker1','3'),
('48','1','maker1','3'),
('49','1','5','1'),
('50','1','6','1'),
('51','1','7','1'),
('52','1','8','1'),
('53','1','9','2'),
('54','1','10','1'),
('55','1','11','1'),
('56','1','12','1'),
('57','1','@known.by.handle','1'),
('58','1','known','1'),
('59','1','handl','1'),
('60','1','knownbyhandl','1'),
('61','1','20','1'),
('62','3','@maker1','1'),
('63','3','maker1','1'),
('64','3','maker','1'),
('65','3','1','1'),
('66','3','live','1'),
('67','3','by','1');
CREATE TABLE search_blocks (id bigint NOT NULL, list bigint NOT NULL, last bigint NOT NULL, is_last bigint NOT NULL, data bytea NOT NULL);
INSERT INTO search_blocks (id,list,last,is_last,data) VALUES
('1','2','15316112856608','1','\x01df37a0acdd7b'),
('2','4','15316112856608','1','\x01df37a0acdd7b'),
('3','6','15522024119139','1','\x03ff36cdc0f76b032992e28e400339a0acdd7b0361e3b6ef05'),
('4','8','15316112856608','1','\x06df37a0acdd7b'),
('5','10','15522024119139','1','\x04ff36cdc0f76b042992e28e400439a0acdd7b0461e3b6ef05'),
('6','12','15522024119139','1','\x04ff36cdc0f76b042992e28e400439a0acdd7b0461e3b6ef05'),
('7','14','15195728752914','1','\x01a73792e28e40'),
('8','16','15195728752914','1','\x01a73792e28e40'),
('9','18','15195728752914','1','\x06a73792e28e40'),
('10','20','15109921300557','1','\x01ff36cdc0f76b'),
('11','22','15109921300557','1','\x01ff36cdc0f76b'),
('12','24','15109921300557','1','\x06ff36cdc0f76b'),
('13','26','15522024119139','1','\x01bf38e3b6ef05'),
('14','28','15522024119139','1','\x01bf38e3b6ef05'),
('15','30','15522024119139','1','\x06bf38e3b6ef05'),
('16','32','17588115739437','1','\x018140ada6906b'),
('17','34','17588115739437','1','\x018140ada6906b'),
('18','36','17588115739437','1','\x018140ada6906b'),
('19','38','17588115739437','1','\x018140ada6906b'),
('20','40','17588115739437','1','\x018140ada6906b'),
('21','42','14010224772464','1','\x02a9259bb2f2670249c1f7ad230219b3afc227020daaa9a1020215fdada961020991dfe96e0221b6a383570205fccc955f0235aedf82330243cfc2d17c021fbba9914d027b9e90e819029d0af08ae213'),
('22','44','14010224772464','1','\x03a9259bb2f2670349c1f7ad230319b3afc227030daaa9a1020315fdada961030991dfe96e0321b6a383570305fccc955f0335aedf82330343cfc2d17c031fbba9914d037b9e90e819039d0af08ae213'),
('23','46','11201328842782','1','\x028926b3afc227024dfccc955f0235aedf823302db019e90e819'),
('24','48','11201328842782','1','\x038926b3afc227034dfccc955f0335aedf823303db019e90e819'),
('25','50','14010224772464','1','\x03a9259bb2f2670349c1f7ad230319b3afc227030daaa9a1020315fdada961030991dfe96e0321b6a383570305fccc955f0335aedf82330343cfc2d17c031fbba9914d037b9e90e819039d0af08ae213'),
('26','52','11201328842782','1','\x01f125c1f7ad230319b3afc2270121fdada961032dfccc955f0335aedf823303db019e90e819'),
('27','53','14010224772464','1','\x04f125c1f7ad230439fdada961080991dfe96e0459aedf823308db019e90e819089d0af08ae213'),
('28','55','14010224772464','1','\x04b12691dfe96e04b3029e90e819049d0af08ae213'),
('29','57','14010224772464','1','\x04b12691dfe96e04b3029e90e819049d0af08ae213'),
('30','59','14010224772464','1','\x04f125c1f7ad230419b3afc227040daaa9a1020415fdada961040991dfe96e0421b6a383570405fccc955f0435aedf82330443cfc2d17c041fbba9914d047b9e90e819049d0af08ae213'),
('31','60','14010224772464','1','\x03a9259bb2f267036daaa9a1020315fdada961010991dfe96e03b901bba9914d017b9e90e819039d0af08ae213'),
('32','61','14010224772464','1','\x088926b3afc227042991dfe96e0821b6a38357089901bba9914d047b9e90e819049d0af08ae213'),
('33','63','14010224772464','1','\x08a9259bb2f2670849c1f7ad230819b3afc227080daaa9a1020815fdada961080991dfe96e0821b6a383570805fccc955f0835aedf82330843cfc2d17c081fbba9914d087b9e90e819089d0af08ae213'),
('34','65','14010224772464','1','\x08a9259bb2f2670849c1f7ad230819b3afc227080daaa9a1020815fdada961080991dfe96e0821b6a383570805fccc955f0835aedf82330843cfc2d17c081fbba9914d087b9e90e819089d0af08ae213'),
('35','67','14010224772464','1','\x08a9259bb2f2670849c1f7ad230819b3afc227080daaa9a1020815fdada961080991dfe96e0821b6a383570805fccc955f0835aedf82330843cfc2d17c081fbba9914d087b9e90e819089d0af08ae213'),
('36','68','14010224772464','1','\x01a9259bb2f2670149c1f7ad230119b3afc227010daaa9a1020115fdada961010991dfe96e0121b6a383570105fccc955f0135aedf82330143cfc2d17c011fbba9914d017b9e90e819019d0af08ae213'),
('37','70','14010224772464','1','\x01a9259bb2f2670149c1f7ad230119b3afc227010daaa9a1020115fdada961010991dfe96e0121b6a383570105fccc955f0135aedf82330143cfc2d17c011fbba9914d017b9e90e819019d0af08ae213'),
('38','71','10252304816411','1','\x04a9259bb2f267'),
('39','72','14010224772464','1','\x02a9259bb2f267026daaa9a1020215fdada96102c101bba9914d02970bf08ae213'),
('40','74','14010224772464','1','\x03a9259bb2f267036daaa9a1020315fdada96103c101bba9914d03970bf08ae213'),
('41','77','10939443467451','1','\x048926b3afc2270449b6a38357049901bba9914d'),
('42','79','10939443467451','1','\x048926b3afc2270449b6a38357049901bba9914d'),
('43','80','10939443467451','1','\x018926b3afc2270149b6a38357017bcfc2d17c011fbba9914d'),
('44','81','10939443467451','1','\x048926b3afc227080daaa9a102043db6a383570805fccc955f0877cfc2d17c041fbba9914d'),
('45','82','10875118575951','1','\x02f125c1f7ad23024191dfe96e0221b6a38357027bcfc2d17c'),
('46','84','10875118575951','1','\x03f125c1f7ad23034191dfe96e0321b6a38357037bcfc2d17c'),
('47','86','10875118575951','1','\x03f125c1f7ad23034191dfe96e0321b6a38357037bcfc2d17c'),
('48','87','10733230272430','1','\x08a9259bb2f2670849c1f7ad230839fdada9610861aedf8233'),
('49','89','10875118575951','1','\x049526aaa9a1020441fccc955f0477cfc2d17c'),
('50','91','10875118575951','1','\x049526aaa9a1020441fccc955f0477cfc2d17c'),
('51','92','10875118575951','1','\x019526aaa9a1020141fccc955f0135aedf82330143cfc2d17c'),
('52','93','10875118575951','1','\x049526aaa9a1020441fccc955f0477cfc2d17c'),
('53','95','10733230272430','1','\x04f125c1f7ad230439fdada9610461aedf8233'),
('54','97','10733230272430','1','\x04f125c1f7ad230439fdada9610461aedf8233'),
('55','98','14010224772464','1','\x01ff32f08ae213'),
('56','100','10613046694326','1','\x01d126b6a38357'),
('57','102','10621653706364','1','\x01d526fccc955f'),
('58','104','10527168943869','1','\x01a926fdada961'),
('59','106','10544377130897','1','\x01a9259bb2f26701890191dfe96e'),
('60','108','10458328242099','1','\x018926b3afc227'),
('61','110','10484019909802','1','\x019526aaa9a102'),
('62','112','10406779911105','1','\x01f125c1f7ad23'),
('63','115','10252304816411','1','\x04a9259bb2f267'),
('64','117','10252304816411','1','\x04a9259bb2f267'),
('65','119','10252304816411','1','\x04a9259bb2f267'),
('66','121','10252304816411','1','\x04a9259bb2f267'),
('67','122','10252304816411','1','\x01a9259bb2f267'),
('68','124','17175737233706','1','\x02c13eaae2dd4d'),
('69','126','17175737233706','1','\x02c13eaae2dd4d'),
('70','128','17175737233706','1','\x02c13eaae2dd4d'),
('71','130','17175737233706','1','\x03c13eaae2dd4d'),
('72','132','17175737233706','1','\x01c13eaae2dd4d'),
('73','134','17175737233706','1','\x01c13eaae2dd4d');
CREATE TABLE search_documents (id bigint NOT NULL, kind bigint NOT NULL, pk bigint NOT NULL, key bigint NOT NULL, words bytea NOT NULL);
INSERT INTO search_documents (id,kind,pk,key,words) VALUES
('1','2','1','15316112856608','\x414143464444'),
('2','2','2','15195728752914','\xc301840144414146'),
('3','2','3','15109921300557','\xc30184014481024146'),
('4','2','4','15522024119139','\xc301840144c1034146'),
('5','2','5','17588115739437','\x810841414141'),
('6','1','1','11201328842782','\xc20a434243434b444444454848484141'),
('7','1','2','10939443467451','\xc20a43c30184024b48484841414243444445'),
('8','1','3','10875118575951','\xc20a43c3018402880148484141c902424343444445'),
('9','1','4','10733230272430','\xc20a4342434347c4018801484841418804c1014444'),
('10','1','5','14010224772464','\xc20a43c3014844444447484848414142438106'),
('11','1','6','10613046694326','\xc20a43c3018402484848484141c4014445424343c103'),
('12','1','7','10621653706364','\xc20a4342434343c401880148484141c80284024445c102'),
('13','1','8','10527168943869','\xc20a43c30145c401434848484141424388038402448102'),
('14','1','9','10544377130897','\xc20a43c30148444444454848484141820343438105'),
('15','1','10','10458328242099','\xc20a4342434343c401484848484141c40144458107'),
('16','1','11','10484019909802','\xc20a43c30184024348484841414243c80184024445c104'),
('17','1','12','10406779911105','\xc20a43c30145c4018801484841418203434b8402448104'),
('18','1','13','10252304816411','\xc20a43c301c3024848484145424388038105840244444441'),
('19','3','1','17175737233706','\x821f4242434141');
CREATE TABLE search_beginnings (kind bigint NOT NULL, beginning text COLLATE "C" NOT NULL, rank bigint NOT NULL, word bigint NOT NULL);
CREATE TABLE search_typo_keys (key bigint NOT NULL, word bigint NOT NULL);
INSERT INTO search_typo_keys (key,word) VALUES
('1493178','20'),
('4101812','20'),
('76160816','33'),
('104103275','60'),
('106262069','3'),
('149660719','20'),
('177980345','60'),
('188948683','29'),
('190571590','19'),
('220312053','34'),
('234533317','31'),
('240295703','60'),
('252180307','60'),
('277821375','17'),
('279101303','17'),
('280631494','59'),
('303610322','60'),
('324792542','19'),
('339964324','29'),
('385024598','58'),
('391294274','60'),
('396544636','17'),
('414536542','31'),
('488164131','58'),
('488164131','60'),
('605039026','31'),
('658667636','19'),
('671620782','60'),
('689495559','60'),
('722335264','31'),
('733734966','19'),
('807813210','60'),
('839440536','3'),
('873333835','31'),
('901038871','29'),
('907424862','20'),
('953140236','20'),
('967947706','22'),
('977536479','20'),
('1011632735','58'),
('1024655075','60'),
('1043514122','20'),
('1065130437','3'),
('1158184479','60'),
('1160957455','20'),
('1195645526','17'),
('1195645526','20'),
('1202354297','60'),
('1221244946','60'),
('1277148157','60'),
('1287358681','22'),
('1334603773','60'),
('1396976954','20'),
('1397517972','58'),
('1401460924','58'),
('1418491868','60'),
('1431452610','60'),
('1465073785','20'),
('1465761281','19'),
('1577345257','29'),
('1577624954','60'),
('1597323261','20'),
('1615881016','25'),
('1660247614','29'),
('1681211356','20'),
('1691562175','20'),
('1694172098','20'),
('1701834130','34'),
('1792108264','25'),
('1953121048','20'),
('1979022375','29'),
('2097223764','60'),
('2114438949','33'),
('2171559380','19'),
('2199062519','5'),
('2276904881','34'),
('2281028755','33'),
('2376011947','20'),
('2418111490','22'),
('2455537759','34'),
('2460898588','20'),
('2512204375','20'),
('2520808917','25'),
('2535554823','22'),
('2599458516','17'),
('2663202946','20'),
('2753211232','20'),
('2789839201','25'),
('2840172058','25'),
('2889403660','20'),
('2940123115','59'),
('3011300613','60'),
('3189790911','60'),
('3201703015','20'),
('3342399373','20'),
('3348394596','3'),
('3425392189','17'),
('3477373729','60'),
('3481226614','20'),
('3499768479','60'),
('3520570205','20'),
('3549042462','60'),
('3614756018','20'),
('3740093217','20'),
('3750744043','59'),
('3783016526','60'),
('3906452007','58'),
('3917565733','59'),
('3919208954','60'),
('3978542636','34'),
('3986250327','59'),
('4000641255','20'),
('4015344128','3'),
('4033740986','60'),
('4034148709','33'),
('4051786685','59'),
('4062622689','60'),
('4134814423','33'),
('4146318826','34'),
('4242008154','25'),
('4284183390','3'),
('483032378','64'),
('2532969053','64'),
('3662848857','64'),
('2955308359','64'),
('2553631241','64'),
('2301966956','64'),
('2879674036','66'),
('3636649692','66'),
('3390286695','66'),
('3124257552','66'),
('2906148505','66');
CREATE TABLE suggestions (rank bigint NOT NULL, kind text COLLATE "C" NOT NULL, term text COLLATE "C" NOT NULL, name text COLLATE "C", record text COLLATE "C");
INSERT INTO suggestions (rank,kind,term,name,record) VALUES
('1','hashtag','wood',NULL,'501'),
('2','creator','maker4','Maker 4','maker4'),
('3','sound','Song 0',NULL,'770'),
('4','creator','maker3','Maker 3','maker3'),
('5','creator','maker2','Maker 2','maker2'),
('6','sound','Song 1',NULL,'771'),
('7','sound','Song 2',NULL,'772'),
('8','sound','Song 3',NULL,'773'),
('9','creator','maker1','Maker 1','maker1'),
('10','hashtag','Bread2',NULL,'512'),
('11','hashtag','Bread0',NULL,'510'),
('12','hashtag','Bread1',NULL,'511'),
('13','creator','known.by.handle',NULL,'known.by.handle'),
('14','phrase','video',NULL,NULL);
CREATE TABLE suggestion_keys (key text COLLATE "C" NOT NULL, word bigint NOT NULL, rank bigint NOT NULL, is_name bigint NOT NULL);
INSERT INTO suggestion_keys (key,word,rank,is_name) VALUES
('0','1','3','0'),
('1','1','6','0'),
('1','1','9','1'),
('2','1','5','1'),
('2','1','7','0'),
('3','1','4','1'),
('3','1','8','0'),
('4','1','2','1'),
('bread0','0','11','0'),
('bread1','0','12','0'),
('bread2','0','10','0'),
('byhandle','1','13','0'),
('handle','2','13','0'),
('knownbyhandle','0','13','0'),
('maker1','0','9','0'),
('maker1','0','9','1'),
('maker2','0','5','0'),
('maker2','0','5','1'),
('maker3','0','4','0'),
('maker3','0','4','1'),
('maker4','0','2','0'),
('maker4','0','2','1'),
('song0','0','3','0'),
('song1','0','6','0'),
('song2','0','7','0'),
('song3','0','8','0'),
('video','0','14','0'),
('wood','0','1','0');
CREATE TABLE suggestion_tops (beginning text COLLATE "C" NOT NULL, rank bigint NOT NULL, word bigint NOT NULL, is_name bigint NOT NULL);
CREATE TABLE suggestion_typos (typo text COLLATE "C" NOT NULL, rank bigint NOT NULL);
INSERT INTO suggestion_typos (typo,rank) VALUES
('0','3'),
('1','6'),
('1','9'),
('2','5'),
('2','7'),
('3','4'),
('3','8'),
('4','2'),
('bead0','11'),
('bead1','12'),
('bead2','10'),
('bhandl','13'),
('brad0','11'),
('brad1','12'),
('brad2','10'),
('brea0','11'),
('brea1','12'),
('brea2','10'),
('bread','10'),
('bread','11'),
('bread','12'),
('bread0','11'),
('bread1','12'),
('bread2','10'),
('bred0','11'),
('bred1','12'),
('bred2','10'),
('byandl','13'),
('byhadl','13'),
('byhand','13'),
('byhandl','13'),
('byhanl','13'),
('byhndl','13'),
('knonby','13'),
('knowby','13'),
('knownb','13'),
('knownby','13'),
('knowny','13'),
('knwnby','13'),
('kownby','13'),
('maer1','9'),
('maer2','5'),
('maer3','4'),
('maer4','2'),
('make1','9'),
('make2','5'),
('make3','4'),
('make4','2'),
('maker','2'),
('maker','4'),
('maker','5'),
('maker','9'),
('maker1','9'),
('maker2','5'),
('maker3','4'),
('maker4','2'),
('makr1','9'),
('makr2','5'),
('makr3','4'),
('makr4','2'),
('mker1','9'),
('mker2','5'),
('mker3','4'),
('mker4','2'),
('sng0','3'),
('sng1','6'),
('sng2','7'),
('sng3','8'),
('sog0','3'),
('sog1','6'),
('sog2','7'),
('sog3','8'),
('son0','3'),
('son1','6'),
('son2','7'),
('son3','8'),
('song','3'),
('song','6'),
('song','7'),
('song','8'),
('song0','3'),
('song1','6'),
('song2','7'),
('song3','8'),
('vdeo','14'),
('vide','14'),
('video','14'),
('vido','14'),
('vieo','14'),
('wod','1'),
('woo','1'),
('wood','1');
CREATE TABLE column_chunks (id bigint NOT NULL, kind bigint NOT NULL, name text COLLATE "C" NOT NULL, row_group bigint NOT NULL, data bytea NOT NULL);
INSERT INTO column_chunks (id,kind,name,row_group,data) VALUES
('824633720832','3','is_original','0','\xcc01010005000000ff00000000'),
('274877906944','1','is_listed','0','\xcc0101000e0000000001010101010101010101010101'),
('279172874240','1','created_at','0','\xcc0103000e000000ffffffffe8a8186ad0ac186ab8b0186aa0b4186a88b8186a70bc186a58c0186a40c4186a28c8186a10cc186af8cf186ae0d3186a20f3186a'),
('283467841536','1','plays','0','\xcc0103000e000000ffffffff34300000b07300009c90000060e70000ffffffff105b01006c510100c0ce0100d4b10100704202003c12020020b60200e0840400'),
('287762808832','1','likes','0','\xcc0102000e000000ffffe803b004e803b004e803b004e803b004e803b004e803b004b004'),
('292057776128','1','comments','0','\xcc0101000e000000ff03030303030303030303030303'),
('296352743424','1','shares','0','\xcc0101000e000000ff0102030405060708090a0b0c14'),
('300647710720','1','saves','0','\xcc0100000e000000000000000000f87f'),
('304942678016','1','reposts','0','\xcc0100000e000000000000000000f87f'),
('309237645312','1','duration_seconds','0','\xcc0101000e000000ff0b0c0d0e0f101112131415161e'),
('313532612608','1','engagement_rate','0','\xcc0104000e000000000000000000f87faf7b2b1213d4b43feca4be2cedd4a43f4f401361c3d39b3f26c45c52b5dd943f000000000000f87fdb34b6d782de8b3f9badbce47ff2873f4a0856d5cbef843ffb5b02f04fa9823f8dedb5a0f7c6803f9bc937dbdc987e3f74b7eba529027c3f2670eb6e9eea703f'),
('317827579904','1','is_ad','0','\xcc0100000e000000000000000000f87f'),
('322122547200','1','author','0','\xcc0101000e000000ff01020304010203040102030405'),
('326417514496','1','sound','0','\xcc0101000e000000ff01020304010203040102030404'),
('330712481792','1','place','0','\xcc0100000e000000000000000000f87f'),
('335007449088','1','id_order','0','\xcc0104000e000000000000000000f87f000100e409cbb442000200e409cbb442000300e409cbb442000400e409cbb442000500e409cbb442000600e409cbb442000700e409cbb442000800e409cbb442000900e409cbb442000a00e409cbb442000b00e409cbb442000c00e409cbb442001400e409cbb442'),
('339302416384','1','search_key','0','\xcc0104000e000000000000000000f87f003c10740660a4420076a94813e6a342009ec2281fc8a342005c5fc10c86a34200e00af1047ca942006ca3c1154ea34200f8ccca1752a34200faad541826a3420022dfb41b2ea34200662fe10906a3420054a9900012a3420082f7d608eea242003632f919a6a242'),
('343597383680','1','hashtags','0','\xcc0105000e000000040000001a00000001000000020000000300000004000000000000000d00000011000000160000001a0000000100020003000400050006000700080009000a000b000c000d000100040007000a000200050008000b000d000300060009000c00'),
('347892350976','1','growth_day','0','\xcc0100000e000000000000000000f87f'),
('352187318272','1','growth_week','0','\xcc0100000e000000000000000000f87f'),
('356482285568','1','growth_month','0','\xcc0100000e000000000000000000f87f'),
('360777252864','1','trend_day','0','\xcc0100000e000000000000000000f87f'),
('365072220160','1','trend_week','0','\xcc0100000e000000000000000000f87f'),
('369367187456','1','trend_month','0','\xcc0100000e000000000000000000f87f'),
('373662154752','1','country','0','\xcc0100000e000000000000000000f87f'),
('377957122048','1','language','0','\xcc0100000e000000000000000000f87f'),
('549755813888','2','is_listed','0','\xcc01010006000000000101010101'),
('554050781184','2','followers','0','\xcc01020006000000ffffda07c40baa0ff403ffff'),
('558345748480','2','total_likes','0','\xcc01010006000000ff64786478ff'),
('562640715776','2','total_videos','0','\xcc01010006000000ff02020202ff'),
('566935683072','2','engagement_rate','0','\xcc01040006000000000000000000f87fe46723d74d29a73f04c93b873254953f5706d50627a28f3f36221807978e893f2670eb6e9eea703f'),
('571230650368','2','authority_score','0','\xcc01010006000000ff4e403e3dff'),
('575525617664','2','posting_consistency','0','\xcc01010006000000ff6464646400'),
('579820584960','2','tier','0','\xcc01010006000000ff02020202ff'),
('584115552256','2','last_post_at','0','\xcc01030006000000ffffffff28c8186a10cc186af8cf186ae0d3186a20f3186a'),
('588410519552','2','verified','0','\xcc01000006000000000000000000f87f'),
('592705486848','2','is_private','0','\xcc01000006000000000000000000f87f'),
('601295421440','2','id_order','0','\xcc01040006000000000000000000f87f000000000050854000000000005885400000000000608540000000000048854000751cc03b12df42'),
('605590388736','2','search_key','0','\xcc01040006000000000000000000f87f0040acee1edcab420024620710a4ab42009ac0fb1a7cab4200c6b677013cac42005a26c81afeaf42'),
('609885356032','2','username','0','\xcc010600060000000500000027000000000000000f000000150000001b0000002100000027000000ffff020003000400010000006b6e6f776e2e62792e68616e646c656d616b6572316d616b6572326d616b6572336d616b657234'),
('614180323328','2','niche','0','\xcc01060006000000020000000a00000000000000060000000a000000ffff01000100010001000000627265616432776f6f64'),
('618475290624','2','growth_day','0','\xcc01000006000000000000000000f87f'),
('622770257920','2','growth_week','0','\xcc01000006000000000000000000f87f'),
('627065225216','2','growth_month','0','\xcc01000006000000000000000000f87f'),
('631360192512','2','trend_day','0','\xcc01000006000000000000000000f87f'),
('635655159808','2','trend_week','0','\xcc01000006000000000000000000f87f'),
('639950127104','2','trend_month','0','\xcc01000006000000000000000000f87f'),
('644245094400','2','country','0','\xcc01000006000000000000000000f87f'),
('648540061696','2','language','0','\xcc01000006000000000000000000f87f'),
('597000454144','2','is_live','0','\xcc01010006000000ff0000000100');
CREATE TABLE stale_column_rows (kind bigint NOT NULL, row_group bigint NOT NULL, place bigint NOT NULL);
CREATE TABLE creator_scores (user_pk bigint NOT NULL, engagement_rate double precision, authority_score bigint, posting_consistency bigint NOT NULL, tier bigint, niche text COLLATE "C" NOT NULL, last_post_at bigint);
INSERT INTO creator_scores (user_pk,engagement_rate,authority_score,posting_consistency,tier,niche,last_post_at) VALUES
('1',0.045237,'78','100','2','wood','1780009000'),
('3',0.015446,'62','100','2','wood','1780011000'),
('2',0.020829,'64','100','2','wood','1780010000'),
('4',0.012479,'61','100','2','wood','1780012000'),
('5',0.00413,NULL,'0',NULL,'bread2','1780020000');
CREATE TABLE post_samples (pk bigint NOT NULL, at bigint NOT NULL, source bigint NOT NULL, plays bigint, likes bigint, comments bigint, shares bigint, saves bigint, reposts bigint, rounded bigint NOT NULL, negative bigint NOT NULL);
INSERT INTO post_samples (pk,at,source,plays,likes,comments,shares,saves,reposts,rounded,negative) VALUES
('1','1781049600','1','12340','1000','3','1',NULL,NULL,'0','0'),
('2','1781049600','1','24680','1000','3','2',NULL,NULL,'0','0'),
('3','1781049600','1','37020','1000','3','3',NULL,NULL,'0','0'),
('4','1781049600','1','49360','1000','3','4',NULL,NULL,'0','0'),
('5','1781049600','1',NULL,'1000','3','5',NULL,NULL,'0','1'),
('6','-1','1','74040','1000','3','6',NULL,NULL,'0','0'),
('7','1781049600','1','86380','1000','3','7',NULL,NULL,'0','0'),
('8','1781049600','1','98720','1000','3','8',NULL,NULL,'0','0'),
('9','1781049600','1','111060','1000','3','9',NULL,NULL,'0','0'),
('10','1781049600','1','123400','1000','3','10',NULL,NULL,'1','0'),
('11','1781049600','1','135740','1000','3','11',NULL,NULL,'0','0'),
('12','1781049600','1','148080','1000','3','12',NULL,NULL,'0','0'),
('13','1781222400','2','296160','1200','3','20',NULL,NULL,'0','0'),
('2','1781222400','2','29616','1200','3','2',NULL,NULL,'0','0'),
('4','1781222400','2','59232','1200','3','4',NULL,NULL,'0','0'),
('6','-1','2','88848','1200','3','6',NULL,NULL,'0','0'),
('8','1781222400','2','118464','1200','3','8',NULL,NULL,'0','0'),
('10','1781222400','2','148080','1200','3','10',NULL,NULL,'0','0'),
('12','1781222400','2','177696','1200','3','12',NULL,NULL,'0','0');
CREATE TABLE user_samples (pk bigint NOT NULL, at bigint NOT NULL, source bigint NOT NULL, followers bigint, following bigint, total_likes bigint, total_videos bigint, rounded bigint NOT NULL, negative bigint NOT NULL);
INSERT INTO user_samples (pk,at,source,followers,following,total_likes,total_videos,rounded,negative) VALUES
('1','1781049600','1','2010','1','100','2','0','0'),
('2','-1','1','3010','1','100','2','0','0'),
('2','1781049600','1','3010','1','100','2','0','0'),
('3','1781049600','1','4010','1','100','2','0','0'),
('4','1781049600','1','1010','1','100','2','0','0'),
('2','-1','2','3012','1','120','2','0','0'),
('2','1781222400','2','3012','1','120','2','0','0'),
('4','1781222400','2','1012','1','120','2','0','0');
CREATE TABLE stale_scores (user_pk bigint NOT NULL);
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (pk);
ALTER TABLE users ADD CONSTRAINT users_user_id_key UNIQUE (user_id);
ALTER TABLE user_variants ADD CONSTRAINT user_variants_pkey PRIMARY KEY (user_pk, region);
ALTER TABLE sounds ADD CONSTRAINT sounds_pkey PRIMARY KEY (pk);
ALTER TABLE sounds ADD CONSTRAINT sounds_sound_id_key UNIQUE (sound_id);
ALTER TABLE places ADD CONSTRAINT places_pkey PRIMARY KEY (pk);
ALTER TABLE places ADD CONSTRAINT places_place_id_key UNIQUE (place_id);
ALTER TABLE hashtags ADD CONSTRAINT hashtags_pkey PRIMARY KEY (pk);
ALTER TABLE hashtags ADD CONSTRAINT hashtags_hashtag_id_key UNIQUE (hashtag_id);
ALTER TABLE all_posts ADD CONSTRAINT all_posts_pkey PRIMARY KEY (pk);
ALTER TABLE all_posts ADD CONSTRAINT all_posts_post_id_key UNIQUE (post_id);
ALTER TABLE hashtag_posts ADD CONSTRAINT hashtag_posts_pkey PRIMARY KEY (hashtag_pk, created_at, id_order, post_pk);
ALTER TABLE reposts ADD CONSTRAINT reposts_pkey PRIMARY KEY (user_pk, reposted_at, id_order, post_pk);
ALTER TABLE followers ADD CONSTRAINT followers_pkey PRIMARY KEY (user_pk, page_time);
ALTER TABLE follower_counts ADD CONSTRAINT follower_counts_pkey PRIMARY KEY (user_pk);
ALTER TABLE all_collections ADD CONSTRAINT all_collections_pkey PRIMARY KEY (pk);
ALTER TABLE all_collections ADD CONSTRAINT all_collections_collection_id_key UNIQUE (collection_id);
ALTER TABLE collection_posts ADD CONSTRAINT collection_posts_pkey PRIMARY KEY (collection_pk, place_in_list);
ALTER TABLE all_live_rooms ADD CONSTRAINT all_live_rooms_pkey PRIMARY KEY (pk);
ALTER TABLE all_live_rooms ADD CONSTRAINT all_live_rooms_room_id_key UNIQUE (room_id);
ALTER TABLE effects ADD CONSTRAINT effects_pkey PRIMARY KEY (pk);
ALTER TABLE effects ADD CONSTRAINT effects_effect_id_key UNIQUE (effect_id);
ALTER TABLE relations ADD CONSTRAINT relations_pkey PRIMARY KEY (list, owner, member);
ALTER TABLE stale_lists ADD CONSTRAINT stale_lists_pkey PRIMARY KEY (kind, pk);
ALTER TABLE sources ADD CONSTRAINT sources_pkey PRIMARY KEY (pk);
ALTER TABLE sources ADD CONSTRAINT sources_name_key UNIQUE (name);
ALTER TABLE handles ADD CONSTRAINT handles_pkey PRIMARY KEY (handle, user_pk);
ALTER TABLE hashtag_names ADD CONSTRAINT hashtag_names_pkey PRIMARY KEY (name);
ALTER TABLE imports ADD CONSTRAINT imports_pkey PRIMARY KEY (pk);
ALTER TABLE removals ADD CONSTRAINT removals_pkey PRIMARY KEY (kind, id, along_with);
ALTER TABLE dataset_facts ADD CONSTRAINT dataset_facts_pkey PRIMARY KEY (name);
ALTER TABLE popular ADD CONSTRAINT popular_pkey PRIMARY KEY (kind, rank);
ALTER TABLE search_stale ADD CONSTRAINT search_stale_pkey PRIMARY KEY (kind, pk);
ALTER TABLE search_sizes ADD CONSTRAINT search_sizes_pkey PRIMARY KEY (kind);
ALTER TABLE search_words ADD CONSTRAINT search_words_pkey PRIMARY KEY (id);
ALTER TABLE search_blocks ADD CONSTRAINT search_blocks_pkey PRIMARY KEY (id);
ALTER TABLE search_documents ADD CONSTRAINT search_documents_pkey PRIMARY KEY (id);
ALTER TABLE search_beginnings ADD CONSTRAINT search_beginnings_pkey PRIMARY KEY (kind, beginning, rank);
ALTER TABLE search_typo_keys ADD CONSTRAINT search_typo_keys_pkey PRIMARY KEY (key, word);
ALTER TABLE suggestions ADD CONSTRAINT suggestions_pkey PRIMARY KEY (rank);
ALTER TABLE suggestion_keys ADD CONSTRAINT suggestion_keys_pkey PRIMARY KEY (key, word, rank, is_name);
ALTER TABLE suggestion_tops ADD CONSTRAINT suggestion_tops_pkey PRIMARY KEY (beginning, rank);
ALTER TABLE suggestion_typos ADD CONSTRAINT suggestion_typos_pkey PRIMARY KEY (typo, rank);
ALTER TABLE column_chunks ADD CONSTRAINT column_chunks_pkey PRIMARY KEY (id);
ALTER TABLE column_chunks ADD CONSTRAINT column_chunks_kind_name_row_group_key UNIQUE (kind, name, row_group);
ALTER TABLE stale_column_rows ADD CONSTRAINT stale_column_rows_pkey PRIMARY KEY (kind, row_group, place);
ALTER TABLE creator_scores ADD CONSTRAINT creator_scores_pkey PRIMARY KEY (user_pk);
ALTER TABLE post_samples ADD CONSTRAINT post_samples_pkey PRIMARY KEY (pk, at, source);
ALTER TABLE user_samples ADD CONSTRAINT user_samples_pkey PRIMARY KEY (pk, at, source);
ALTER TABLE stale_scores ADD CONSTRAINT stale_scores_pkey PRIMARY KEY (user_pk);
CREATE UNIQUE INDEX users_by_key ON users USING btree (COALESCE(handle, (':'::text || user_id)));
CREATE UNIQUE INDEX sounds_hot ON sounds USING btree (hot_rank) WHERE (hot_rank IS NOT NULL);
CREATE UNIQUE INDEX sounds_new ON sounds USING btree (new_rank) WHERE (new_rank IS NOT NULL);
CREATE INDEX sounds_by_key ON sounds USING btree (COALESCE(sound_id, ((((COALESCE(title, ''::text) || ''::text) || COALESCE(author, ''::text)) || ''::text) || COALESCE((is_original)::text, ''::text))));
CREATE INDEX sounds_by_facts ON sounds USING btree ((((((COALESCE(title, ''::text) || ''::text) || COALESCE(author, ''::text)) || ''::text) || COALESCE((is_original)::text, ''::text)))) WHERE ((sound_id IS NOT NULL) AND (title <> ''::text) AND (author <> ''::text) AND ((length(title) + length(author)) <= 600));
CREATE INDEX hashtags_by_name ON hashtags USING btree (canonical_name);
CREATE INDEX posts_by_author_handle ON all_posts USING btree (author_handle) WHERE (author_handle IS NOT NULL);
CREATE INDEX posts_by_sound_facts ON all_posts USING btree (sound_facts, sound_pk) WHERE (sound_facts IS NOT NULL);
CREATE INDEX hidden_posts ON all_posts USING btree (author_pk) WHERE (is_hidden = 1);
CREATE INDEX private_posts ON all_posts USING btree (pk) WHERE (is_private = 1);
CREATE INDEX posts_by_author ON all_posts USING btree (author_pk, created_at, id_order, pk) WHERE ((author_pk IS NOT NULL) AND (is_hidden = 0));
CREATE INDEX posts_by_sound ON all_posts USING btree (sound_pk, created_at, id_order, pk) WHERE ((sound_pk IS NOT NULL) AND (is_hidden = 0));
CREATE INDEX posts_by_place ON all_posts USING btree (place_pk, created_at, id_order, pk) WHERE ((place_pk IS NOT NULL) AND (is_hidden = 0));
CREATE INDEX followers_by_follower ON followers USING btree (follower_pk, followed_at, user_pk);
CREATE INDEX collections_by_user ON all_collections USING btree (user_pk, place_in_list);
CREATE INDEX live_rooms_by_handle ON all_live_rooms USING btree (streamer_handle) WHERE (streamer_handle IS NOT NULL);
CREATE INDEX live_rooms_by_user ON all_live_rooms USING btree (user_pk, status);
CREATE INDEX relations_by_member ON relations USING btree (member, list);
CREATE INDEX handles_by_user ON handles USING btree (user_pk);
CREATE UNIQUE INDEX search_words_by_word ON search_words USING btree (kind, word, documents);
CREATE INDEX search_blocks_by_key ON search_blocks USING btree (list, last);
CREATE UNIQUE INDEX search_documents_by_pk ON search_documents USING btree (kind, pk);
CREATE INDEX search_documents_by_key ON search_documents USING btree (kind, key, pk);
CREATE VIEW posts AS SELECT all_posts.pk, all_posts.author_pk, all_posts.sound_pk, all_posts.place_pk, all_posts.is_hidden, all_posts.is_private, all_posts.country, all_posts.language, all_posts.author_handle, all_posts.sound_facts, all_posts.id_order, all_posts.post_id, all_posts.caption, all_posts.created_at, all_posts.is_ad, all_posts.plays, all_posts.likes, all_posts.comments, all_posts.shares, all_posts.saves, all_posts.reposts, all_posts.cover_url, all_posts.share_url, all_posts.hashtags, all_posts.duration_seconds, all_posts.video_height, all_posts.video_width, all_posts.collected_at, all_posts.source, all_posts.older FROM all_posts WHERE (all_posts.is_hidden = 0);
CREATE VIEW collections AS SELECT a.pk, a.user_pk, a.place_in_list, a.owner, a.collection_id, a.name, a.posts_count, a.cover_url, a.collected_at, a.source, a.older FROM (all_collections a LEFT JOIN users u ON ((u.pk = a.user_pk))) WHERE ((u.is_private IS DISTINCT FROM 1) AND ((u.pk IS NOT NULL) OR (a.owner IS NULL)));
CREATE VIEW live_rooms AS SELECT a.pk, a.user_pk, a.streamer_handle, a.room_id, a.title, a.status, a.viewer_count, a.like_count, a.cover_url, a.collected_at, a.source, a.older FROM (all_live_rooms a JOIN users u ON ((u.pk = a.user_pk))) WHERE ((u.is_private IS DISTINCT FROM 1) AND (NOT (EXISTS ( SELECT 1 FROM ((handles own JOIN handles h ON ((h.handle = own.handle))) JOIN users f ON ((f.pk = h.user_pk))) WHERE ((own.handle = a.streamer_handle) AND (own.user_pk = a.user_pk) AND (f.is_private = 1) AND ((a.collected_at <= h.claimed_at) OR (a.collected_at < COALESCE(own.claimed_from, own.claimed_at)) OR (a.older ~~ '%"streamer"%'::text)))))));
CREATE VIEW public_users AS SELECT CASE u.has_id WHEN 1 THEN u.user_id ELSE NULL::text END AS user_id, u.username, u.display_name, u.website_url, u.followers, u.following, u.total_likes, u.total_videos, u.verified, u.bio, u.avatar_url, u.avatar_thumb_url, CASE WHEN (u.collected_at >= 0) THEN u.collected_at ELSE NULL::bigint END AS collected_at FROM users u WHERE ((u.handle IS NOT NULL) AND (u.is_private IS DISTINCT FROM 1));
CREATE VIEW public_posts AS SELECT p.post_id, p.caption, p.created_at, p.is_ad, p.plays, p.likes, p.comments, p.shares, p.saves, p.reposts, p.cover_url, p.duration_seconds, p.video_height, p.video_width, CASE p.share_url WHEN '@video'::text THEN ((('https://www.tiktok.com/@'::text || CASE WHEN (u.handle IS NOT NULL) THEN u.username ELSE NULL::text END) || '/video/'::text) || p.post_id) WHEN '@photo'::text THEN ((('https://www.tiktok.com/@'::text || CASE WHEN (u.handle IS NOT NULL) THEN u.username ELSE NULL::text END) || '/photo/'::text) || p.post_id) ELSE p.share_url END AS share_url, CASE u.has_id WHEN 1 THEN u.user_id ELSE NULL::text END AS author_id, CASE WHEN (u.handle IS NOT NULL) THEN u.username ELSE NULL::text END AS author_username, s.sound_id, l.place_id, CASE WHEN (p.collected_at >= 0) THEN p.collected_at ELSE NULL::bigint END AS collected_at FROM (((posts p LEFT JOIN users u ON ((u.pk = p.author_pk))) LEFT JOIN sounds s ON ((s.pk = p.sound_pk))) LEFT JOIN places l ON ((l.pk = p.place_pk)));
CREATE VIEW public_hashtags AS SELECT h.hashtag_id, h.name, h.canonical_name, ( SELECT count(*) AS count FROM (hashtag_posts t JOIN posts p ON ((p.pk = t.post_pk))) WHERE (t.hashtag_pk = h.pk)) AS posts FROM hashtags h WHERE (EXISTS ( SELECT 1 FROM (hashtag_posts t JOIN posts p ON ((p.pk = t.post_pk))) WHERE (t.hashtag_pk = h.pk)));
CREATE VIEW public_post_hashtags AS SELECT p.post_id, h.hashtag_id, h.name, h.canonical_name FROM ((hashtag_posts t JOIN posts p ON ((p.pk = t.post_pk))) JOIN hashtags h ON ((h.pk = t.hashtag_pk)));
CREATE VIEW public_sounds AS SELECT s.sound_id, s.title, s.author, s.duration_seconds, s.is_original, s.is_copyrighted, s.cover_url, s.play_url, CASE WHEN (EXISTS ( SELECT 1 FROM sources WHERE (sources.name = 'clipgraph seed'::text))) THEN s.posts_count ELSE NULL::bigint END AS posts_count, CASE WHEN (s.collected_at >= 0) THEN s.collected_at ELSE NULL::bigint END AS collected_at FROM sounds s WHERE ((s.hot_rank IS NOT NULL) OR (EXISTS ( SELECT 1 FROM posts p WHERE (p.sound_pk = s.pk))));
CREATE VIEW public_places AS SELECT l.place_id, l.name, l.address, l.city_code, l.country_code, CASE WHEN (EXISTS ( SELECT 1 FROM sources WHERE (sources.name = 'clipgraph seed'::text))) THEN l.posts_count ELSE NULL::bigint END AS posts_count, CASE WHEN (l.collected_at >= 0) THEN l.collected_at ELSE NULL::bigint END AS collected_at FROM places l WHERE (EXISTS ( SELECT 1 FROM posts p WHERE (p.place_pk = l.pk)));
CREATE VIEW public_counts_over_time AS SELECT c.post_id, c.user_id, c.username, c.at, o.name AS source, c.plays, c.likes, c.comments, c.shares, c.saves, c.reposts, c.followers, c.following, c.total_likes, c.total_videos, c.rounded FROM (( SELECT p.post_id, NULL::text AS user_id, NULL::text AS username, CASE WHEN (h.at >= 0) THEN h.at ELSE NULL::bigint END AS at, h.source, h.plays, h.likes, h.comments, h.shares, h.saves, h.reposts, NULL::bigint AS followers, NULL::bigint AS following, NULL::bigint AS total_likes, NULL::bigint AS total_videos, CASE WHEN (h.rounded <> 0) THEN rtrim(((((( CASE WHEN ((h.rounded & (1)::bigint) <> 0) THEN 'plays '::text ELSE ''::text END || CASE WHEN ((h.rounded & (2)::bigint) <> 0) THEN 'likes '::text ELSE ''::text END) || CASE WHEN ((h.rounded & (4)::bigint) <> 0) THEN 'comments '::text ELSE ''::text END) || CASE WHEN ((h.rounded & (8)::bigint) <> 0) THEN 'shares '::text ELSE ''::text END) || CASE WHEN ((h.rounded & (16)::bigint) <> 0) THEN 'saves '::text ELSE ''::text END) || CASE WHEN ((h.rounded & (32)::bigint) <> 0) THEN 'reposts '::text ELSE ''::text END)) ELSE NULL::text END AS rounded FROM (post_samples h JOIN posts p ON ((p.pk = h.pk))) UNION ALL SELECT NULL::text AS post_id, CASE u.has_id WHEN 1 THEN u.user_id ELSE NULL::text END AS user_id, u.username, CASE WHEN (h.at >= 0) THEN h.at ELSE NULL::bigint END AS at, h.source, NULL::bigint AS plays, NULL::bigint AS likes, NULL::bigint AS comments, NULL::bigint AS shares, NULL::bigint AS saves, NULL::bigint AS reposts, h.followers, h.following, h.total_likes, h.total_videos, CASE WHEN (h.rounded <> 0) THEN rtrim(((( CASE WHEN ((h.rounded & (1)::bigint) <> 0) THEN 'followers '::text ELSE ''::text END || CASE WHEN ((h.rounded & (2)::bigint) <> 0) THEN 'following '::text ELSE ''::text END) || CASE WHEN ((h.rounded & (4)::bigint) <> 0) THEN 'total_likes '::text ELSE ''::text END) || CASE WHEN ((h.rounded & (8)::bigint) <> 0) THEN 'total_videos '::text ELSE ''::text END)) ELSE NULL::text END AS rounded FROM (user_samples h JOIN users u ON (((u.pk = h.pk) AND (u.handle IS NOT NULL) AND (u.is_private IS DISTINCT FROM 1))))) c LEFT JOIN sources o ON ((o.pk = c.source)));
